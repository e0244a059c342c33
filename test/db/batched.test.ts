import { describe, expect, it } from "vitest";
import type { Db } from "../../src/db/database.js";
import { gathered } from "../../src/db/batched.js";

/** No database is asked: what is tested is who is asked for together. */
const [one, other] = [{}, {}] as [Db, Db];

interface Wish {
  readonly kind: string;
  readonly number: number;
}

function doubling() {
  const met: (readonly number[])[] = [];
  const double = gathered({
    kind: ({ kind }: Wish) => kind,
    meet: (_db, wishes: readonly Wish[]) => {
      met.push(wishes.map(({ number }) => number));
      return Promise.resolve(wishes.map(({ number }) => (number < 0 ? new Error(`not ${number}`) : 2 * number)));
    },
  });
  return { met, double };
}

describe("wishes of one moment", () => {
  it("are met together, each in its place, equal ones too", async () => {
    const { met, double } = doubling();
    const wishes = [3, 1, 3, 2].map((number) => double(one, { kind: "a", number }));
    expect(await Promise.all(wishes)).toEqual([6, 2, 6, 4]);
    expect(met).toEqual([[3, 1, 3, 2]]);
  });

  it("are met apart where they are of another kind, or come by another way to the database", async () => {
    const { met, double } = doubling();
    const ways = [double(one, { kind: "a", number: 1 }), double(one, { kind: "b", number: 2 })];
    await Promise.all([...ways, double(other, { kind: "a", number: 3 }), double(one, { kind: "a", number: 4 })]);
    expect(met).toEqual([[1, 4], [2], [3]]);
  });

  it("are met in several parts where they are many", async () => {
    const { met, double } = doubling();
    await Promise.all(Array.from({ length: 70 }, (_, number) => double(one, { kind: "a", number })));
    expect(met.map(({ length }) => length)).toEqual([32, 32, 6]);
  });

  it("are met anew each time: nothing is kept", async () => {
    const { met, double } = doubling();
    await double(one, { kind: "a", number: 1 });
    await double(one, { kind: "a", number: 1 });
    expect(met).toEqual([[1], [1]]);
  });

  it("fail alone where the error is in a place, and together where nothing could be met", async () => {
    const { double } = doubling();
    const settled = await Promise.allSettled([1, -1].map((number) => double(one, { kind: "a", number })));
    expect(settled).toMatchObject([{ value: 2 }, { reason: { message: "not -1" } }]);
    const never = gathered({ kind: () => "", meet: () => Promise.reject(new Error("no database")) });
    const both = await Promise.allSettled([never(one, 1), never(one, 2)]);
    expect(both.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  });
});
