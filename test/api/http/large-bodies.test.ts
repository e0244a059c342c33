import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { LargeBodies } from "../../../src/api/http/body/large-bodies.js";

/** Returns a set of places, and the callers who got one, in order. */
function places() {
  const bodies = new LargeBodies();
  const entered: string[] = [];
  const responses = new Map<string, ServerResponse[]>();
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    entered,
    enter: async (...callers: string[]) => {
      for (const caller of callers) {
        const response = new ServerResponse(new IncomingMessage(new Socket()));
        responses.set(caller, [...(responses.get(caller) ?? []), response]);
        bodies.enter(caller, response).then(
          () => entered.push(caller),
          () => undefined,
        );
      }
      await settled();
    },
    /** Closes the response of a caller at this index. */
    close: async (caller: string, at = 0) => {
      const [response] = responses.get(caller)?.splice(at, 1) ?? [];
      response?.emit("close");
      await settled();
    },
  };
}

const times = (count: number, caller: string) => Array.from({ length: count }, () => caller);

describe("requests with large bodies", () => {
  it("get at most half of the slots if they come from one caller", async () => {
    const { enter, entered } = places();
    await enter(...times(60, "a"), ...times(3, "b"), "c", "d");
    expect(entered).toEqual([...times(4, "a"), ...times(3, "b"), "c"]);
  });

  it("take turns when slots become free", async () => {
    const { enter, entered, close } = places();
    await enter(...times(6, "a"), ...times(6, "b"));
    expect(entered.splice(0)).toEqual([...times(4, "a"), ...times(4, "b")]);
    await enter("c");
    await close("a");
    await close("b");
    await close("a");
    expect(entered).toHaveLength(3);
    expect(entered).toContain("c");
  });

  it("pass their slot to the next one if they are closed while they wait", async () => {
    const { enter, entered, close } = places();
    await enter(...times(6, "a"));
    await close("a", 4);
    await close("a");
    expect(entered).toEqual(times(5, "a"));
    await close("a");
    await enter("a");
    expect(entered).toEqual(times(6, "a"));
  });
});
