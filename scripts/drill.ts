import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { addProducts } from "../bench/catalogue.js";
import { scratchDatabase } from "../bench/scratch-database.js";
import { startProcess } from "../bench/server-process.js";
import { adminToken } from "../bench/timing.js";
import { Consumers, countFaults, openOperations, portico, recordEffects, submit } from "./drill-operations.js";
import { startProxy, type TcpProxy } from "../test/support/tcp-proxy.js";

const usage = `npm run drill -- [--operations N] [--kill-every SECONDS] [--outage-every SECONDS] [--consumers N]

Submits price updates in bulks while consumer processes are killed (SIGKILL) and restarted, and while the connection to the
database is disturbed: connections are closed, the database is unreachable for two seconds, as in a restart, or it accepts
connections but does not respond for two seconds. Then proves that every operation ended once, in order, and that none was lost. Needs PostgreSQL (DATABASE_URL) and RabbitMQ (AMQP_URL).`;

const { values: options } = parseArgs({
  options: {
    operations: { type: "string", default: "50000" },
    "kill-every": { type: "string", default: "3" },
    "outage-every": { type: "string", default: "20" },
    consumers: { type: "string", default: "2" },
    help: { type: "boolean", default: false },
  },
});

const password = "correct-horse-battery-1";

/** Duration of an outage in seconds. */
const outageSeconds = 2;
/** Maximum seconds until a dead connection is noticed: a black hole must not outlast the drill. */
const limits = {
  PORTICO_DATABASE_STATEMENT_SECONDS: "5",
  PORTICO_DATABASE_IDLE_SECONDS: "5",
  PORTICO_DATABASE_BACKGROUND_SECONDS: "10",
};

interface Drill {
  readonly count: number;
  readonly killEvery: number;
  readonly outageEvery: number;
  readonly consumerCount: number;
}

async function main(drill: Drill): Promise<void> {
  await using database = await scratchDatabase();
  await using proxy = await startProxy(database.url);
  const settings = {
    DATABASE_URL: proxy.url,
    ...limits,
    AMQP_URL: process.env["AMQP_URL"] ?? "amqp://guest:guest@127.0.0.1:5672",
    PORTICO_QUEUE_PREFIX: `drill-${randomUUID()}.`,
    PORTICO_ADMIN_PASSWORD: password,
    LOG_LEVEL: "fatal",
  };
  const serving = { ...settings, PORT: "0", PORTICO_CONSUMER: "off" };
  await using server = await startProcess([portico, "serve", "--json"], serving);
  const client = new pg.Client(database.url);
  // If a step fails, the database is dropped while connected. The error of the step is the one to report.
  client.on("error", () => undefined);
  await client.connect();
  const skus = await addProducts(client);
  await recordEffects(client);
  const target = { url: server.url, headers: { authorization: `Bearer ${await adminToken(server.url, password)}` } };
  const consumers = new Consumers(settings);
  const outages = new Outages(proxy);
  const speeds = await runDisturbed({ drill, client, consumers, outages }, () =>
    submit(target, skus, { count: drill.count }),
  );
  const verdict = await countFaults(client, drill.count);
  await client.end();
  const disturbances = { consumersKilled: consumers.killed, outages: outages.count };
  console.log(JSON.stringify({ operations: drill.count, ...speeds, ...disturbances, ...verdict }, null, 2));
  process.exitCode = verdict.lost + verdict.twice + verdict.failed + verdict.outOfOrder === 0 ? 0 : 1;
}

interface Disturbed {
  readonly drill: Drill;
  readonly client: pg.Client;
  readonly consumers: Consumers;
  readonly outages: Outages;
}

/** Submits operations and waits until all have ended, with consumers that are killed and outages. Returns the speeds. */
async function runDisturbed({ drill, client, consumers, outages }: Disturbed, submitAll: () => Promise<void>) {
  const { count, killEvery, outageEvery, consumerCount } = drill;
  for (let number = 0; number < consumerCount; number += 1) consumers.start();
  const started = performance.now();
  const submitting = submitAll();
  const killing = setInterval(() => consumers.replaceOne(), killEvery * 1000);
  const disturbing = setInterval(() => outages.next(), outageEvery * 1000);
  await submitting;
  const accepted = performance.now();
  for (let open = await openOperations(client); open > 0; open = await openOperations(client)) {
    process.stderr.write(`${open} operations are open, ${consumers.killed} consumers were killed\n`);
    await pause(1000);
  }
  clearInterval(killing);
  clearInterval(disturbing);
  const seconds = (performance.now() - started) / 1000;
  await consumers.end();
  return {
    acceptedPerSecond: Math.round((1000 * count) / (accepted - started)),
    endedPerSecond: Math.round(count / seconds),
    seconds: Math.round(seconds),
  };
}

/** Disturbs the connections to the database in a different way each time. */
class Outages {
  count = 0;

  constructor(private readonly proxy: TcpProxy) {}

  next(): void {
    const disruptions = [() => this.proxy.cut(), () => this.proxy.close(), () => this.proxy.blackHole()];
    disruptions[this.count % disruptions.length]?.();
    this.count += 1;
    setTimeout(() => this.proxy.open(), outageSeconds * 1000);
  }
}

if (options.help) console.log(usage);
else {
  await main({
    count: Number(options.operations),
    killEvery: Number(options["kill-every"]),
    outageEvery: Number(options["outage-every"]),
    consumerCount: Number(options.consumers),
  });
}
