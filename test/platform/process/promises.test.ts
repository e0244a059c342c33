import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { allInOrder } from "../../../src/platform/process/promises.js";

const after = async <Result>(milliseconds: number, end: () => Result): Promise<Result> => {
  await setTimeout(milliseconds);
  return end();
};

const failing = (message: string) => () => {
  throw new Error(message);
};

it("returns the results in the order of the work", async () => {
  expect(await allInOrder([after(5, () => "slow"), after(0, () => "fast")])).toEqual(["slow", "fast"]);
});

it("throws the error of the first work in the list, although another one fails earlier, after all has ended", async () => {
  const ended: string[] = [];
  const work = allInOrder([
    after(5, failing("the first")),
    after(0, failing("the fastest")),
    after(10, () => ended.push("the last")),
  ]);
  await expect(work).rejects.toThrow("the first");
  expect(ended).toEqual(["the last"]);
});
