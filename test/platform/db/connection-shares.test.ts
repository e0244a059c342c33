import { describe, expect, it } from "vitest";
import {
  ConnectionsBusyError,
  connectionShares,
  type Purpose,
} from "../../../src/platform/db/connections/connection-shares.js";

const [a, b, c] = ["caller a", "caller b", "caller c"] as const;

/** Shares of connections, and who got one, in order. */
function shares(connections: number, perCaller: number, wait = 60_000) {
  const granted: Purpose[] = [];
  const shared = connectionShares({ connections, perCaller, wait });
  const take = async (purpose: Purpose): Promise<void> => {
    await shared.enter(purpose);
    granted.push(purpose);
  };
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return {
    shared,
    granted,
    // Those who never get a connection give up after the test.
    take: (...purposes: Purpose[]) => {
      for (const purpose of purposes) take(purpose).catch(() => undefined);
    },
    settled,
  };
}

describe("shares of connections", () => {
  it("give one caller no more than a share, and the rest to another caller", async () => {
    const { granted, take, settled } = shares(8, 3);
    take(a, a, a, a, b, b);
    await settled();
    expect(granted).toEqual([a, a, a, b, b]);
  });

  it("leave one connection each to authentication and health checks", async () => {
    const { granted, take, settled } = shares(4, 4);
    take(a, a, a, a, "authentication", "health");
    await settled();
    expect(granted).toEqual([a, a, "authentication", "health"]);
  });

  it("serve waiting callers in turn, however many connections each has requested", async () => {
    const { shared, granted, take, settled } = shares(4, 2);
    take(a, a, b, a, a, b, c);
    await settled();
    expect(granted).toEqual([a, a]);
    for (const done of [a, a, b, c]) {
      shared.leave(done);
      await settled();
    }
    expect(granted).toEqual([a, a, b, a, c, b]);
  });

  it("serve authentication before callers who waited longer", async () => {
    const { shared, granted, take, settled } = shares(4, 2);
    take(a, a, "authentication", "health", b, "authentication");
    await settled();
    shared.leave(a);
    await settled();
    expect(granted.slice(4)).toEqual(["authentication"]);
  });

  it("reject a wait that takes too long with a temporary failure", async () => {
    const { shared, granted, take, settled } = shares(3, 1, 1);
    take(a);
    await settled();
    const late = shared.enter(a);
    await expect(late).rejects.toThrow(ConnectionsBusyError);
    await expect(late).rejects.toMatchObject({ code: "53300" });
    shared.leave(a);
    take(a);
    await settled();
    expect(granted).toEqual([a, a]);
  });

  it("reserve no connections if there are too few", async () => {
    const { granted, take, settled } = shares(1, 1);
    take(a);
    await settled();
    expect(granted).toEqual([a]);
  });
});
