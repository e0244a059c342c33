import { describe, expect, it } from "vitest";
import { Signal } from "../../../src/platform/process/signal.js";
import { usedHeap } from "../../support/used-heap.js";

describe("a signal", () => {
  it("keeps nothing of a wait whose time ran out", async () => {
    const signal = new Signal();
    const waits = () => Promise.all(Array.from({ length: 20_000 }, () => signal.wait(1)));
    await waits();
    const before = usedHeap();
    await waits();
    await waits();
    expect(usedHeap() - before).toBeLessThan(2 << 20);
    signal.raise();
  });

  it("wakes all that wait, and ends the next wait at once if nothing waits", async () => {
    const signal = new Signal();
    const waiting = Promise.all([signal.wait(60_000), signal.wait(60_000)]);
    signal.raise();
    await waiting;
    signal.raise();
    await signal.wait(60_000);
  });
});
