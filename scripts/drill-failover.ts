import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import pg from "pg";
import { copyCart } from "../bench/carts.js";
import { addProducts } from "../bench/catalogue.js";
import { type ServerProcess, startProcess } from "../bench/server-process.js";
import { adminToken } from "../bench/timing.js";
import { type Cluster, startCluster } from "../test/support/postgres-cluster.js";
import { FailoverLoad, type Tally } from "./failover-load.js";
import { countDoubledAndHalf, findLost, judgeAnswers, type Moments, recordEffects } from "./failover-verdict.js";
import { createTemplate, password } from "./order-template.js";
import { endedOperations, waitUntilDrained } from "./order-verdict.js";

const usage = `npm run drill:failover -- [--replication synchronous|asynchronous|both] [--seconds N] [--outage SECONDS] [--carts N]

Makes a PostgreSQL primary and a standby of its own, and runs two processes of the API and a consumer on both hosts. Submits bulks,
price files and orders for --seconds seconds, kills the primary (SIGKILL), promotes the standby --outage seconds later, and goes on as
long. Then proves that nothing acknowledged was lost or done twice, that every answer was a success or 503 with Retry-After, and that
all processes worked again within five seconds, without a restart. With asynchronous replication, the standby is kept from receiving
for the last second, and what was acknowledged and lost is listed. Needs the programs of PostgreSQL, and RabbitMQ (AMQP_URL).`;

const { values: options } = parseArgs({
  options: {
    replication: { type: "string", default: "both" },
    seconds: { type: "string", default: "10" },
    outage: { type: "string", default: "3" },
    carts: { type: "string", default: "3000" },
    help: { type: "boolean", default: false },
  },
});

const portico = join(dirname(fileURLToPath(import.meta.url)), "../bin/portico");
/** Maximum seconds from the promotion until a process works again. */
const maxResumeSeconds = 5;
/** Maximum seconds of an answer: the longest time limit of a call and the grace after it. */
const maxAnswerSeconds = 35;
/** Seconds without replication before an asynchronous primary is killed. */
const lagSeconds = 1;
/** Seconds after which waiting for the consumer is given up. */
const maxIdleSeconds = 300;

interface Drill {
  readonly isSynchronous: boolean;
  readonly seconds: number;
  /** Seconds from the kill to the promotion. */
  readonly outage: number;
  readonly carts: number;
}

/** Runs a drill. Returns whether all is well. */
async function main(drill: Drill): Promise<boolean> {
  await using cluster = await startCluster();
  const settings = {
    DATABASE_URL: cluster.url,
    AMQP_URL: process.env["AMQP_URL"] ?? "amqp://guest:guest@127.0.0.1:5672",
    PORTICO_QUEUE_PREFIX: `drill-${randomUUID()}.`,
    PORTICO_ADMIN_PASSWORD: password,
    LOG_LEVEL: "fatal",
  };
  const serve = () => startProcess([portico, "serve", "--json"], { ...settings, PORT: "0", PORTICO_CONSUMER: "off" });
  await using first = await serve();
  await using second = await serve();
  await using _consumer = startConsumer(settings);
  const { load, template } = await startLoad(cluster, drill, [first, second]);
  const moments = await failOver(cluster, drill);
  await pause(drill.seconds * 1000);
  const tally = await load.stop();
  // Awaited here: otherwise the servers would be killed first.
  const isWell = await withClient(cluster.standby.url, async (client) => {
    await waitUntilDrained(client);
    return report(client, { drill, tally, moments, template });
  });
  return isWell;
}

function startConsumer(settings: Readonly<Record<string, string>>): AsyncDisposable {
  const child: ChildProcess = spawn(process.execPath, [portico, "queue:consumers:start", "async.operations.all"], {
    env: { PATH: process.env["PATH"], ...settings },
    stdio: ["ignore", "ignore", "inherit"],
  });
  return {
    [Symbol.asyncDispose]: async () => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exited = once(child, "exit");
      child.kill("SIGTERM");
      await exited;
    },
  };
}

/** Fills the database, and starts the clients. */
async function startLoad(cluster: Cluster, drill: Drill, servers: readonly ServerProcess[]) {
  const urls = servers.map(({ url }) => url);
  const [url = ""] = urls;
  const { skus, template, carts } = await withClient(cluster.primary.url, async (client) => {
    const skus = await addProducts(client);
    const template = await createTemplate(url, skus);
    const carts = await copyCart(client, template, drill.carts);
    await recordEffects(client);
    return { skus, template, carts };
  });
  if (drill.isSynchronous) await cluster.replicateSynchronously();
  return { load: new FailoverLoad({ urls, token: await adminToken(url, password), skus, carts }), template };
}

/** Kills the primary and promotes the standby. Resolves when the consumer has ended an operation after that. */
async function failOver({ primary, standby }: Cluster, { isSynchronous, seconds, outage }: Drill): Promise<Moments> {
  await pause(seconds * 1000);
  if (!isSynchronous) {
    await standby.stopReceiving();
    await pause(lagSeconds * 1000);
  }
  await primary.kill();
  const killed = performance.now();
  process.stderr.write("The primary was killed.\n");
  await pause(outage * 1000);
  await standby.promote();
  const promoted = performance.now();
  process.stderr.write("The standby was promoted.\n");
  return withClient(standby.url, async (client) => {
    const before = await endedOperations(client);
    while ((await endedOperations(client)) === before) {
      if (performance.now() > promoted + maxIdleSeconds * 1000) throw new Error("The consumer did not work again.");
      await pause(50);
    }
    return { killed, promoted, consumed: performance.now() };
  });
}

interface Run {
  readonly drill: Drill;
  readonly tally: Tally;
  readonly moments: Moments;
  readonly template: string;
}

/** Prints what happened. Returns whether all is well. */
async function report(client: pg.Client, { drill, tally, moments, template }: Run): Promise<boolean> {
  await client.query("delete from cart where mask = any($1::text[])", [tally.unused]);
  const { faulty, ...answers } = judgeAnswers(tally.answers, moments);
  const lost = await findLost(client, tally);
  const { cartsNotOrdered = 0, ...faults } = await countDoubledAndHalf(client, template);
  const acknowledged = {
    bulks: tally.bulks.size,
    files: tally.files.size,
    prices: [...tally.bulks.values(), ...tally.files.values()].flat().length,
    orders: tally.orders.length,
  };
  const replication = drill.isSynchronous ? "synchronous" : "asynchronous";
  const found = { ...answers, faultyAnswers: faulty.length, acknowledged, lost, cartsNotOrdered, ...faults };
  console.log(JSON.stringify({ replication, ...found }, null, 2));
  for (const answer of new Set(faulty)) console.log(answer);
  const resumed = Object.values(answers.resumedAfterSeconds);
  const nothingLost = lost.bulks.length + lost.files.length + lost.prices + lost.orders.length + cartsNotOrdered === 0;
  return (
    faulty.length === 0 &&
    answers.slowestSeconds <= maxAnswerSeconds &&
    resumed.length === 3 &&
    lost.byHalf.length === 0 &&
    resumed.every((seconds) => seconds <= maxResumeSeconds) &&
    Object.values(faults).every((count) => count === 0) &&
    (nothingLost || !drill.isSynchronous)
  );
}

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client(url);
  // The servers are killed at the end.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

if (options.help) console.log(usage);
else {
  const runs = options.replication === "both" ? ["synchronous", "asynchronous"] : [options.replication];
  for (const replication of runs) {
    const isWell = await main({
      isSynchronous: replication === "synchronous",
      seconds: Number(options.seconds),
      outage: Number(options.outage),
      carts: Number(options.carts),
    });
    if (!isWell) process.exitCode = 1;
  }
}
