import { describe, expect, it } from "vitest";
import { deferred } from "../../../src/platform/process/promises.js";
import { FairQueue } from "../../../src/platform/process/fair-queue.js";

/** Work that the test ends, and a list of the work that has begun. */
function pending(places: number, count: number) {
  const queue = new FairQueue({ places, limit: { count, error: () => new Error("full") } });
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const run = (name: string) =>
    queue.run("key", async () => {
      begun.push(name);
      const end = deferred<undefined>();
      ends.set(name, (error) => (error ? end.reject(error) : end.resolve(undefined)));
      await end.promise;
    });
  return { run, begun, end: (name: string, error?: Error) => ends.get(name)?.(error) };
}

describe("a fair queue with one key", () => {
  it("runs a limited number of tasks at once and the rest in order, whether they succeed or fail", async () => {
    const { run, begun, end } = pending(2, 5);
    const [one, two, three, four] = [run("one"), run("two"), run("three"), run("four")];
    expect(begun).toEqual(["one", "two"]);
    end("two", new Error("failed"));
    await expect(two).rejects.toThrow("failed");
    await expect.poll(() => begun).toEqual(["one", "two", "three"]);
    end("one");
    await one;
    await expect.poll(() => begun).toEqual(["one", "two", "three", "four"]);
    end("three");
    end("four");
    await Promise.all([three, four]);
  });

  it("rejects work if too much is waiting", async () => {
    const { run, begun, end } = pending(1, 1);
    const [one, two] = [run("one"), run("two")];
    await expect(run("three")).rejects.toThrow("full");
    end("one");
    await one;
    await expect.poll(() => begun).toEqual(["one", "two"]);
    end("two");
    await two;
  });
});

describe("a fair queue with several keys", () => {
  it("serves waiting keys in turn and forgets an entry that is aborted while it waits", async () => {
    const queue = new FairQueue({ places: 2, perKey: 1 });
    const entered: string[] = [];
    const enter = async (key: string, signal?: AbortSignal) => {
      await queue.enter(key, signal);
      entered.push(key);
    };
    const gone = new AbortController();
    const entries = ["a", "a", "a", "b", "c"].map((key) => enter(key));
    const aborted = expect(enter("d", gone.signal)).rejects.toThrow("gone");
    expect(queue.waitingCount).toBe(4);
    gone.abort(new Error("gone"));
    await aborted;
    expect(queue.uses).toEqual([
      { key: "a", used: 1, waiting: 2 },
      { key: "b", used: 1, waiting: 0 },
      { key: "c", used: 0, waiting: 1 },
    ]);
    for (const key of ["a", "b", "a", "c"]) {
      queue.leave(key);
      await new Promise(setImmediate);
    }
    await Promise.all(entries);
    expect(entered).toEqual(["a", "b", "a", "c", "a"]);
    queue.leave("a");
    expect(queue.uses).toEqual([]);
  });
});
