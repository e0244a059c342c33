import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import pg from "pg";
import { addProducts } from "../bench/catalogue.js";
import { scratchDatabase } from "../bench/scratch-database.js";
import { startProcess } from "../bench/server-process.js";
import { adminToken, post } from "../bench/timing.js";
import { type Receiver, runLoad, type Sent, startReceiver } from "./soak-load.js";

const usage = `npm run soak -- [--minutes N] [--idle N] [--slope MB]

Sends a mixed load to a server with a consumer and a webhook that fails now and then, for 20 minutes by default. Then leaves the server
alone for 15 minutes and fits a line through its heap after collections of garbage. Counts connections, descriptors, timers, write-ahead
log, dead rows and the use of sequences before and after, and the growth of tables as GB a year of such load.
Fails if the line rises by more than 0.02 MB a minute, if an answer is an error, or if an accepted operation, an event or a message is
not accounted for. Needs PostgreSQL (DATABASE_URL) and Linux. A short run needs a higher slope, because lazy loading takes minutes to end.`;

const { values: options } = parseArgs({
  options: {
    minutes: { type: "string", default: "20" },
    idle: { type: "string", default: "15" },
    slope: { type: "string", default: "0.02" },
    help: { type: "boolean", default: false },
  },
});

const password = "correct-horse-battery-1";
const folder = dirname(fileURLToPath(import.meta.url));
const portico = join(folder, "../bin/portico");
const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

/** A sample of the probe in the server. */
interface Sample {
  readonly minute: number;
  readonly megabytes: number;
  readonly descriptors: number;
  readonly timers: number;
}

interface Soak {
  readonly minutes: number;
  readonly idle: number;
  readonly maxSlope: number;
}

async function main(soak: Soak): Promise<void> {
  await using database = await scratchDatabase();
  await using receiver = await startReceiver();
  const probe = await mkdtemp(join(tmpdir(), "portico-soak-"));
  const file = join(probe, "samples");
  const program = ["--expose-gc", "--import", join(folder, "soak-probe.mjs"), portico, "serve", "--json"];
  await using server = await startProcess(program, settingsOf(database.url, file));
  const client = new pg.Client(database.url);
  await client.connect();
  const report = await watch(soak, { url: server.url, client, receiver, file });
  await client.end();
  await rm(probe, { recursive: true });
  console.log(JSON.stringify(report, null, 2));
  const isComplete = Object.values(report.unaccounted).every((count) => count === 0);
  process.exitCode = report.load.failed === 0 && isComplete && report.idleSlope <= soak.maxSlope ? 0 : 1;
}

interface Watched {
  readonly url: string;
  readonly client: pg.Client;
  readonly receiver: Receiver;
  /** File with the samples of the server. */
  readonly file: string;
}

/** Sends the load, then leaves the server alone, and returns what was observed. */
async function watch({ minutes, idle }: Soak, { url, client, receiver, file }: Watched) {
  const skus = await addProducts(client);
  const target = { url, headers: { authorization: `Bearer ${await adminToken(url, password)}` } };
  const types = ["order.*", "price.changed"];
  await post(target, "webhooks", { webhook: { url: receiver.url, types, payload: "reference" } });
  await pause(12_000);
  const before = { ...(await countsOf(client)), ...(await lastSample(file)) };
  const sizes = await tableSizes(client);
  process.stderr.write(`load for ${minutes} minutes\n`);
  const sent = await runLoad(target, skus, minutes);
  const yearlyGigabytes = yearlyGrowth(sizes, await tableSizes(client), minutes);
  const missing = await unaccounted(client, { sent, receiver });
  process.stderr.write(`idle for ${idle} minutes\n`);
  // Code and plans are loaded and dropped lazily, so the first third of the idle time says nothing.
  const idleFrom = (await lastSample(file)).minute + idle / 3;
  await pause(idle * 60_000);
  const after = { ...(await countsOf(client)), ...(await lastSample(file)) };
  const idleSlope = slopeOf((await samplesOf(file)).filter(({ minute }) => minute >= idleFrom));
  const { requests, operations, failures } = sent;
  const requestsPerSecond = Math.round(requests / minutes / 60);
  const load = { requests, requestsPerSecond, operations, failed: failures.length };
  const failed = failures.slice(0, 5);
  return { load, failed, unaccounted: missing, before, after, yearlyGigabytes, idleSlope };
}

const settingsOf = (url: string, probe: string) => ({
  DATABASE_URL: url,
  SOAK_PROBE: probe,
  PORT: "0",
  PORTICO_ADMIN_PASSWORD: password,
  PORTICO_ANONYMOUS_CATALOG: "on",
  PORTICO_CALLBACK_HOSTS: "127.0.0.1",
  PORTICO_CALLBACK_PRIVATE: "on",
  PORTICO_CALLBACK_SECRET: secret,
  LOG_LEVEL: "error",
});

async function samplesOf(file: string): Promise<Sample[]> {
  const lines = (await readFile(file, "utf8")).trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Sample);
}

async function lastSample(file: string): Promise<Sample> {
  const last = (await samplesOf(file)).at(-1);
  if (!last) throw new Error("The probe has written nothing.");
  return last;
}

/** Returns what should not grow without end. */
async function countsOf(client: pg.Client) {
  const { rows } = await client.query<Record<"connections" | "walMegabytes" | "deadRows" | "sequenceUsed", number>>(
    `select (select count(*)::int from pg_stat_activity where datname = current_database()) as connections,
       (pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') / 1048576)::int as "walMegabytes",
       (select coalesce(sum(n_dead_tup), 0)::int from pg_stat_user_tables) as "deadRows",
       (select max(last_value::float8 / max_value) from pg_sequences) as "sequenceUsed"`,
  );
  return rows[0] ?? { connections: 0, walMegabytes: 0, deadRows: 0, sequenceUsed: 0 };
}

/** Returns the bytes of each table with its indexes. Partitions count as one table. */
async function tableSizes(client: pg.Client): Promise<ReadonlyMap<string, number>> {
  const { rows } = await client.query<{ name: string; bytes: number }>(
    `select regexp_replace(relname, '_(default|[0-9]{6})$', '') as name, sum(pg_total_relation_size(oid))::float8 as bytes
     from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace group by 1`,
  );
  return new Map(rows.map(({ name, bytes }) => [name, bytes]));
}

/** Returns the growth of the tables as GB a year of such load, the largest first. */
function yearlyGrowth(from: ReadonlyMap<string, number>, to: ReadonlyMap<string, number>, minutes: number) {
  const perYear = ((365 * 24 * 60) / minutes) * 1e-9;
  const grown = [...to].map(([name, bytes]) => [name, (bytes - (from.get(name) ?? 0)) * perYear] as const);
  const largest = grown.filter(([, size]) => size >= 0.1).sort(([, one], [, other]) => other - one);
  return Object.fromEntries(largest.map(([name, size]) => [name, Math.round(size * 10) / 10]));
}

/** Minutes in which operations must end and events be posted after the load. */
const settleTimeout = 10;

/** Waits until everything accepted has ended, at most for some minutes. Returns the numbers of what is missing. */
async function unaccounted(client: pg.Client, { sent, receiver }: { sent: Sent; receiver: Receiver }) {
  const count = async () => {
    const { rows } = await client.query<Record<"ended" | "events" | "failed", number>>(
      `select (select count(*)::int from bulk_operation where status not in (2, 4)) as ended,
         (select count(*)::int from bulk_operation where status = 3) as failed,
         (select count(*)::int from feed_event where type = 'price.changed' or type like 'order.%') as events`,
    );
    const { ended = 0, events = 0, failed = 0 } = rows[0] ?? {};
    return { operations: sent.operations - ended, rejected: failed, messages: events - receiver.ids.size };
  };
  const end = performance.now() + settleTimeout * 60_000;
  let missing = await count();
  for (; Object.values(missing).some((each) => each !== 0) && performance.now() < end; missing = await count()) {
    process.stderr.write(`${missing.operations} operations are open, ${missing.messages} events are not posted\n`);
    await pause(5000);
  }
  return missing;
}

/** Returns the slope of the line through the heap with the least squares, in MB a minute. */
function slopeOf(samples: readonly Sample[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [mean(samples.map(({ minute }) => minute)), mean(samples.map(({ megabytes }) => megabytes))];
  const covariance = samples.reduce((sum, { minute, megabytes }) => sum + (minute - x) * (megabytes - y), 0);
  const variance = samples.reduce((sum, { minute }) => sum + (minute - x) ** 2, 0);
  return Math.round((covariance / variance) * 10_000) / 10_000;
}

if (options.help) console.log(usage);
else {
  const { minutes, idle, slope } = options;
  await main({ minutes: Number(minutes), idle: Number(idle), maxSlope: Number(slope) });
}
