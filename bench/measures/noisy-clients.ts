import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Bench, Measure } from "../measure.js";

/** The output of `npm run noisy-clients -- --json`. */
interface Report {
  readonly seen: readonly { readonly p95: number; readonly longestStop: number; readonly megabytes: number }[];
  readonly faults: readonly string[];
}

let report: Promise<Report> | undefined;

/** Runs all noisy clients once, for all measures. Throws if one of them got a wrong answer. */
const runNoisyClients = (bench: Bench): Promise<Report> => (report ??= run(bench));

async function run({ settings }: Bench): Promise<Report> {
  const jiti = fileURLToPath(new URL("../../node_modules/jiti/lib/jiti-cli.mjs", import.meta.url));
  const script = fileURLToPath(new URL("../../scripts/noisy-clients.ts", import.meta.url));
  const env = { ...process.env, ...settings };
  const { stdout } = await promisify(execFile)(process.execPath, [jiti, script, "--json"], { env });
  return JSON.parse(stdout) as Report;
}

const worst = (figures: readonly number[]) => Math.max(...figures);

/** Measures a simple read of another client, and the process itself, beside each noisy client. */
export const noisyClientMeasures: readonly Measure[] = [
  {
    name: "beside-noisy-clients",
    title: "95th percentile of reads during the worst of sixteen noisy clients (`npm run noisy-clients`)",
    unit: "ms",
    goal: { of: "ours", atMost: 250 },
    run: async (bench) => ({ ours: worst((await runNoisyClients(bench)).seen.map(({ p95 }) => p95)) }),
  },
  {
    name: "noisy-clients-event-loop",
    title: "longest event-loop delay during the worst of the noisy clients",
    unit: "ms",
    goal: { of: "ours", atMost: 200 },
    run: async (bench) => ({ ours: worst((await runNoisyClients(bench)).seen.map(({ longestStop }) => longestStop)) }),
  },
  {
    name: "noisy-clients-memory",
    title: "peak memory during the worst of the noisy clients",
    unit: "MB",
    goal: { of: "ours", atMost: 600 },
    run: async (bench) => ({ ours: worst((await runNoisyClients(bench)).seen.map(({ megabytes }) => megabytes)) }),
  },
];
