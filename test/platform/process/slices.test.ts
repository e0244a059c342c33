import { describe, expect, it } from "vitest";
import { laterTurn, mapInSlices } from "../../../src/platform/process/slices.js";

/** Counts the turns of the event loop until it is stopped. */
function countTurns() {
  let turns = 0;
  let isStopped = false;
  const next = () => {
    turns += 1;
    if (!isStopped) setImmediate(next);
  };
  setImmediate(next);
  return () => {
    isStopped = true;
    return turns;
  };
}

const busyFor = (milliseconds: number) => {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
};

describe("long work in slices", () => {
  it("continues one piece of work in each turn of the event loop", async () => {
    const stop = countTurns();
    await Promise.all([laterTurn(), laterTurn(), laterTurn(), laterTurn(), laterTurn()]);
    expect(stop()).toBeGreaterThanOrEqual(4);
  });

  it("lets other work run while a long list is mapped, and keeps the order of the list", async () => {
    const stop = countTurns();
    const items = Array.from({ length: 30 }, (_, at) => at);
    const mapped = await mapInSlices(items, (item, at) => {
      busyFor(2);
      return item * 2 + at;
    });
    expect(mapped).toEqual(items.map((item) => item * 3));
    expect(stop()).toBeGreaterThanOrEqual(3);
  });

  it("rejects with the error of the item that cannot be mapped", async () => {
    const refuse = (item: number) => {
      if (item === 2) throw new Error("two");
      return item;
    };
    await expect(mapInSlices([1, 2, 3], refuse)).rejects.toThrow("two");
  });
});
