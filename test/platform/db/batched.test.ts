import { describe, expect, it } from "vitest";
import type { Db } from "../../../src/platform/db/database.js";
import { batched } from "../../../src/platform/db/batched.js";

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
