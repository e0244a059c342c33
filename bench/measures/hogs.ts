import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Bench, Measure } from "../measure.js";

/** The output of `npm run hogs -- --json`. */
interface Report {
  readonly seen: readonly { readonly p95: number; readonly longestStop: number; readonly megabytes: number }[];
  readonly faults: readonly string[];
}

let report: Promise<Report> | undefined;

/** Runs all hogs once, for all measures. Throws if one of them got a wrong answer. */
const runHogs = (bench: Bench): Promise<Report> => (report ??= run(bench));

async function run({ settings }: Bench): Promise<Report> {
  const jiti = fileURLToPath(new URL("../../node_modules/jiti/lib/jiti-cli.mjs", import.meta.url));
  const script = fileURLToPath(new URL("../../scripts/hogs.ts", import.meta.url));
  const env = { ...process.env, ...settings };
  const { stdout } = await promisify(execFile)(process.execPath, [jiti, script, "--json"], { env });
  return JSON.parse(stdout) as Report;
}

const worst = (figures: readonly number[]) => Math.max(...figures);

/** A simple read of another caller, and the process itself, next to each caller who uses as much as possible. */
export const hogMeasures: readonly Measure[] = [
  {
    name: "beside-hogs",
    title: "95th percentile of reads during the worst of sixteen hogs (`npm run hogs`)",
    unit: "ms",
    goal: { of: "ours", atMost: 250 },
    run: async (bench) => ({ ours: worst((await runHogs(bench)).seen.map(({ p95 }) => p95)) }),
  },
  {
    name: "hogs-event-loop",
    title: "longest stop of the event loop during the worst of them",
    unit: "ms",
    goal: { of: "ours", atMost: 200 },
    run: async (bench) => ({ ours: worst((await runHogs(bench)).seen.map(({ longestStop }) => longestStop)) }),
  },
  {
    name: "hogs-memory",
    title: "memory during the worst of them",
    unit: "MB",
    goal: { of: "ours", atMost: 600 },
    run: async (bench) => ({ ours: worst((await runHogs(bench)).seen.map(({ megabytes }) => megabytes)) }),
  },
];
