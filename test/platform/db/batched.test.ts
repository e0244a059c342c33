import { describe, expect, it } from "vitest";
import type { Db } from "../../../src/platform/db/database.js";
import { batched } from "../../../src/platform/db/batched.js";
import { eventually } from "../../support/bulk.js";

/** Nothing is read from the database: the tests only check which keys share a batch. */
const [one, other] = [{}, {}] as [Db, Db];

interface Key {
  readonly group: string;
  readonly number: number;
}

function doubling() {
  const loaded: (readonly number[])[] = [];
  const double = batched({
    groupBy: ({ group }: Key) => group,
    load: (_db, keys: readonly Key[]) => {
      loaded.push(keys.map(({ number }) => number));
      return Promise.resolve(keys.map(({ number }) => (number < 0 ? new Error(`not ${number}`) : 2 * number)));
    },
  });
  return { loaded, double };
}

describe("concurrent keys", () => {
  it("share a batch with results in their order, even if they are equal", async () => {
    const { loaded, double } = doubling();
    const keys = [3, 1, 3, 2].map((number) => double(one, { group: "a", number }));
    expect(await Promise.all(keys)).toEqual([6, 2, 6, 4]);
    expect(loaded).toEqual([[3, 1, 3, 2]]);
  });

  it("have separate batches by group and by database connection", async () => {
    const { loaded, double } = doubling();
    const ways = [double(one, { group: "a", number: 1 }), double(one, { group: "b", number: 2 })];
    await Promise.all([...ways, double(other, { group: "a", number: 3 }), double(one, { group: "a", number: 4 })]);
    expect(loaded).toEqual([[1, 4], [2], [3]]);
  });

  it("are split into batches of limited size", async () => {
    const { loaded, double } = doubling();
    await Promise.all(Array.from({ length: 230 }, (_, number) => double(one, { group: "a", number })));
    expect(loaded.map(({ length }) => length)).toEqual([100, 100, 30]);
  });

  it("are loaded again each time, without a cache", async () => {
    const { loaded, double } = doubling();
    await double(one, { group: "a", number: 1 });
    await double(one, { group: "a", number: 1 });
    expect(loaded).toEqual([[1], [1]]);
  });

  it("fail alone for an error in place of a result, and together if loading fails", async () => {
    const { double } = doubling();
    const settled = await Promise.allSettled([1, -1].map((number) => double(one, { group: "a", number })));
    expect(settled).toMatchObject([{ value: 2 }, { reason: { message: "not -1" } }]);
    const never = batched({ groupBy: () => "", load: () => Promise.reject(new Error("no database")) });
    const both = await Promise.allSettled([never(one, 1), never(one, 2)]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });
});

describe("keys of a loader whose batches wait for each other", () => {
  function held(atOnce = 1) {
    const loaded: (readonly number[])[] = [];
    const running: (() => void)[] = [];
    const double = batched({
      atOnce,
      groupBy: ({ group }: Key) => group,
      load: async (_db, keys: readonly Key[]) => {
        loaded.push(keys.map(({ number }) => number));
        await new Promise<void>((resolve) => void running.push(resolve));
        return keys.map(({ number }) => 2 * number);
      },
    });
    return { loaded, double, endBatch: () => running.shift()?.() };
  }
  const turn = () => new Promise((resolve) => void setImmediate(resolve));

  it("share the batch after the one that is loading", async () => {
    const { loaded, double, endBatch } = held();
    const first = double(one, { group: "a", number: 1 });
    await turn();
    const second = double(one, { group: "a", number: 2 });
    await turn();
    const third = double(one, { group: "a", number: 3 });
    const others = [double(one, { group: "b", number: 4 }), double(other, { group: "a", number: 5 })];
    await turn();
    expect(loaded).toEqual([[1], [4], [5]]);
    endBatch();
    expect(await first).toBe(2);
    await turn();
    expect(loaded).toEqual([[1], [4], [5], [2, 3]]);
    for (let batch = 0; batch < 3; batch += 1) endBatch();
    expect(await Promise.all([second, third, ...others])).toEqual([4, 6, 8, 10]);
  });

  it("have as many batches at once as the loader allows", async () => {
    const { loaded, double, endBatch } = held(2);
    const all: Promise<number>[] = [];
    for (let number = 1; number <= 4; number += 1) {
      all.push(double(one, { group: "a", number }));
      await turn();
    }
    expect(loaded).toEqual([[1], [2]]);
    endBatch();
    await all[0];
    await turn();
    expect(loaded).toEqual([[1], [2], [3, 4]]);
    endBatch();
    endBatch();
    expect(await Promise.all(all)).toEqual([2, 4, 6, 8]);
  });

  it("wait for a batch that fails, and not forever for one that does not end", async () => {
    const failing = batched({
      atOnce: 1,
      groupBy: () => "",
      load: async (_db, keys: readonly number[]) => {
        await turn();
        await turn();
        if (keys.includes(0)) throw new Error("no database");
        return keys;
      },
    });
    const failed = expect(failing(one, 0)).rejects.toThrow("no database");
    await turn();
    expect(await failing(one, 1)).toBe(1);
    await failed;

    const { loaded, double, endBatch } = held();
    const stuck = double(one, { group: "a", number: 1 });
    await turn();
    const next = double(one, { group: "a", number: 2 });
    await eventually(() => loaded).toEqual([[1], [2]]);
    endBatch();
    endBatch();
    expect(await Promise.all([stuck, next])).toEqual([2, 4]);
  });
});
