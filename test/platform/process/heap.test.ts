import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

describe("the limit of the heap's growth", () => {
  it("collects garbage earlier while a process runs than while it starts", async () => {
    const starting = await collections("starting");
    const running = await collections("running");
    expect(starting).toBeGreaterThan(0);
    expect(running).toBeGreaterThan(starting);
  });
});

/** Returns how often V8 collects the whole heap of a process that keeps 40 MB and drops 400 MB that are no longer young. */
async function collections(phase: "starting" | "running"): Promise<number> {
  const heap = JSON.stringify(join(import.meta.dirname, "../../../dist/platform/process/heap.js"));
  const work = `
    import { limitHeapGrowth } from ${heap};
    limitHeapGrowth("${phase}");
    const values = (megabytes) => Array.from({ length: megabytes * 16384 }, (_, index) => [index, index, index, index]);
    globalThis.kept = values(40);
    for (let round = 0; round < 20; round += 1) globalThis.dropped = values(20);`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--trace-gc", "--input-type=module", "--eval", work]);
  return stdout.split("\n").filter((line) => line.includes("Mark-Compact")).length;
}
