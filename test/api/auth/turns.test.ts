import { describe, expect, it } from "vitest";
import { deferred } from "../../../src/platform/db/deferred.js";
import { Turns } from "../../../src/platform/process/turns.js";

/** Work that the test ends, and a list of the work that has begun. */
function pending(options: { concurrency: number; maxWaiting: number }) {
  const turns = new Turns({ ...options, full: () => new Error("full") });
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const run = (name: string) =>
    turns.run(async () => {
      begun.push(name);
      const end = deferred<undefined>();
      ends.set(name, (error) => (error ? end.reject(error) : end.resolve(undefined)));
      await end.promise;
    });
  return { run, begun, end: (name: string, error?: Error) => ends.get(name)?.(error) };
}

describe("turns", () => {
  it("run a limited number of tasks at once and the rest in order, whether they succeed or fail", async () => {
    const { run, begun, end } = pending({ concurrency: 2, maxWaiting: 5 });
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

  it("reject work if too much is waiting", async () => {
    const { run, begun, end } = pending({ concurrency: 1, maxWaiting: 1 });
    const [one, two] = [run("one"), run("two")];
    await expect(run("three")).rejects.toThrow("full");
    end("one");
    await one;
    await expect.poll(() => begun).toEqual(["one", "two"]);
    end("two");
    await two;
  });
});
