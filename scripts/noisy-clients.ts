import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { dirname, join } from "node:path";
import { type AddressInfo, createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs, promisify } from "node:util";
import pg from "pg";
import { addProducts } from "../bench/catalogue.js";
import { scratchDatabase } from "../bench/scratch-database.js";
import { type ServerProcess, startProcess } from "../bench/server-process.js";
import { adminToken } from "../bench/timing.js";
import type { ReaderReport, ReaderTask } from "./noisy-clients-reader.js";
import { type NoisyClient, noisyClients, type LoadTarget, type NoisyRequest } from "./noisy-clients-requests.js";

const usage = `npm run noisy-clients -- [--seconds N] [--only NAME,…] [--json]

Runs noisy clients one after the other. Each uses as many resources as it can, while another client makes a simple read
again and again, which is measured. The first row has no noisy client: it is the baseline for the other rows.
Fails if an answer is a 5xx other than 503, if the process ends, or if it needs 600 MB. The times are only
printed. The goals on an idle machine of two cores: 250 ms for 95 % of the reads, 200 ms for the event loop. Needs PostgreSQL (DATABASE_URL).`;

const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "5" },
    only: { type: "string" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

const password = "correct-horse-battery-1";
const portico = join(dirname(fileURLToPath(import.meta.url)), "../bin/portico");
const maxMegabytes = 600;

/** The observations while one noisy client ran. */
interface NoisyResult {
  readonly client: string;
  readonly sent: number;
  readonly statuses: ReadonlyMap<number, number>;
  readonly reads: ReadonlyMap<number, number>;
  readonly p95: number;
  readonly longestStop: number;
  readonly megabytes: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 2000 });

/** Sends a request and returns the status; 0 if the connection was closed instead. */
const call = (url: string, { method, path, headers = {}, body }: NoisyRequest): Promise<number> =>
  new Promise((resolve) => {
    const length = body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) };
    const sent = request(`${url}${path}`, { method, agent, headers: { ...headers, ...length } }, (response) => {
      response.resume();
      response.once("close", () => resolve(response.statusCode ?? 0));
    });
    sent.on("error", () => resolve(0));
    sent.end(body);
  });

/** Starts a reader in a separate process. */
async function startReader(): Promise<ChildProcess> {
  const jiti = fileURLToPath(new URL("../node_modules/jiti/lib/jiti-cli.mjs", import.meta.url));
  const reader = fork(jiti, [fileURLToPath(new URL("noisy-clients-reader.ts", import.meta.url))]);
  await once(reader, "message");
  return reader;
}

/** Lets a reader read until the signal. */
async function readUntilAborted(target: LoadTarget, reader: ChildProcess, signal: AbortSignal): Promise<ReaderReport> {
  const task: ReaderTask = { url: target.url, headers: target.reader };
  reader.send(task);
  if (!signal.aborted) await once(signal, "abort");
  const report = once(reader, "message");
  reader.send("report");
  const [seen] = (await report) as [ReaderReport];
  return seen;
}

/**
 * Returns the longest stop of the server's event loop since the last call, in milliseconds, as reported by the server.
 */
async function readLongestStop(metricsUrl: string): Promise<number> {
  const text = await (await fetch(metricsUrl)).text();
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]) * 1000;
}

async function watchMemory(server: ServerProcess, signal: AbortSignal): Promise<number> {
  let most = 0;
  while (!signal.aborted) {
    most = Math.max(most, server.residentMegabytes());
    await pause(100);
  }
  return most;
}

/** Runs a noisy client for some seconds, next to the reader. */
async function run(
  client: NoisyClient,
  target: LoadTarget,
  { server, metricsUrl, seconds }: { server: ServerProcess; metricsUrl: string; seconds: number },
): Promise<NoisyResult> {
  const reader = await startReader();
  await readLongestStop(metricsUrl);
  const signal = AbortSignal.timeout(seconds * 1000);
  const statuses = new Map<number, number>();
  const worker = async () => {
    while (!signal.aborted) {
      const status = await call(target.url, await client.next(target));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  const release = await client.begin?.(target);
  const memory = watchMemory(server, signal);
  const workers = Array.from({ length: client.atOnce }, worker);
  const [{ p95, statuses: reads }, megabytes] = await Promise.all([readUntilAborted(target, reader, signal), memory]);
  const stop = await readLongestStop(metricsUrl);
  await release?.();
  await Promise.all(workers);
  const sent = [...statuses.values()].reduce((sum, count) => sum + count, 0);
  return { client: client.name, sent, statuses, reads: new Map(reads), p95, longestStop: stop, megabytes };
}

const isFault = (status: number) => status >= 500 && status !== 503;

/** Returns the faults that do not depend on the speed of the machine. */
function faultsOf({ client, statuses, reads, megabytes }: NoisyResult): string[] {
  const faults = [...statuses.keys(), ...reads.keys()].filter(isFault).map((status) => `${client}: answered ${status}`);
  if (reads.get(200) === undefined) faults.push(`${client}: no read during it was answered`);
  if (megabytes > maxMegabytes) faults.push(`${client}: ${Math.round(megabytes)} MB`);
  return faults;
}

const formatStatuses = (statuses: ReadonlyMap<number, number>) =>
  [...statuses].map(([status, count]) => `${status === 0 ? "closed" : status} × ${count}`).join(", ");

function print(seen: readonly NoisyResult[]): void {
  console.log("| Client | Its answers | Other reads | p95 of the reads | Longest stop | Memory |");
  console.log("| --- | --- | --- | ---: | ---: | ---: |");
  for (const { client, statuses, reads, p95, longestStop, megabytes } of seen) {
    const figures = [`${Math.round(p95)} ms`, `${Math.round(longestStop)} ms`, `${Math.round(megabytes)} MB`];
    console.log(`| ${[client, formatStatuses(statuses), formatStatuses(reads), ...figures].join(" | ")} |`);
  }
}

const forPrograms = ({ client, p95, longestStop: stop, megabytes }: NoisyResult) => ({
  client,
  p95,
  longestStop: stop,
  megabytes,
});

/** Deletes the queue of a noisy client. Retries on deadlocks with consumers that still run its operations. */
async function emptyQueue(client: pg.Client): Promise<void> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return void (await client.query("truncate bulk_queue, bulk, bulk_caller cascade"));
    } catch (error) {
      const isDeadlock = error instanceof pg.DatabaseError && error.code === "40P01";
      if (!isDeadlock || attempts === 10) throw error;
    }
  }
}

/** Returns a free port. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Creates two administrators, because limits apply to each caller: the reader must not share those of the noisy client. */
async function createCallers(url: string, settings: Readonly<Record<string, string>>) {
  const names = ["--admin-user", "noisy", "--admin-email", "noisy@example.com", "--admin-firstname", "A"];
  const rest = ["--admin-lastname", "Noisy", "--admin-password", password];
  const env = { PATH: process.env["PATH"], ...settings };
  await promisify(execFile)(process.execPath, [portico, "admin:user:create", ...names, ...rest], { env });
  const [reader, admin] = await Promise.all([adminToken(url, password), adminToken(url, password, "noisy")]);
  return { reader: { Authorization: `Bearer ${reader}` }, admin: { Authorization: `Bearer ${admin}` } };
}

async function main(seconds: number, only: readonly string[] | undefined): Promise<void> {
  await using database = await scratchDatabase();
  const settings = {
    DATABASE_URL: database.url,
    PORTICO_ADMIN_PASSWORD: password,
    LOG_LEVEL: "fatal",
    // The sign-in limit would stop that client at once, but the cost of verifying passwords is measured here.
    PORTICO_SIGN_IN_RATE: "1000000",
  };
  const metricsPort = await freePort();
  const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
  await using server = await startProcess([portico, "serve", "--json"], {
    ...settings,
    PORT: "0",
    PORTICO_METRICS_PORT: String(metricsPort),
  });
  const client = new pg.Client(database.url);
  // If a step fails, the database is dropped while connected. The error of the step is the one to report.
  client.on("error", () => undefined);
  await client.connect();
  const skus = await addProducts(client);
  const target: LoadTarget = {
    url: server.url,
    skus,
    database: client,
    ...(await createCallers(server.url, settings)),
  };
  const seen: NoisyResult[] = [];
  for (const noisy of noisyClients.filter(({ name }) => only?.includes(name) ?? true)) {
    process.stderr.write(`${noisy.name}\n`);
    seen.push(await run(noisy, target, { server, metricsUrl, seconds }));
    await emptyQueue(client);
  }
  await client.end();
  agent.destroy();
  const faults = seen.flatMap(faultsOf);
  if (options.json) console.log(JSON.stringify({ seen: seen.map(forPrograms), faults }));
  else print(seen);
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
}

if (options.help) console.log(usage);
else await main(Number(options.seconds), options.only?.split(","));
