// Loaded into a server before its start: writes its memory after a collection of garbage to a file, once every ten seconds.
import { appendFileSync, readdirSync } from "node:fs";
import { memoryUsage } from "node:process";
import { setInterval } from "node:timers";

const file = process.env["SOAK_PROBE"];
const started = performance.now();

function sample() {
  globalThis.gc?.();
  globalThis.gc?.();
  const timers = process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const line = {
    minute: (performance.now() - started) / 60_000,
    megabytes: memoryUsage().heapUsed / 1048576,
    descriptors: readdirSync("/proc/self/fd").length,
    timers,
  };
  appendFileSync(file ?? "", `${JSON.stringify(line)}\n`);
}

if (file) setInterval(sample, 10_000).unref();
