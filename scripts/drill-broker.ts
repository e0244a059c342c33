import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import pg from "pg";
import { addProducts } from "../bench/catalogue.js";
import { scratchDatabase } from "../bench/scratch-database.js";
import { startProcess } from "../bench/server-process.js";
import { adminToken } from "../bench/timing.js";
import { type BrokerCluster, startBrokerCluster } from "../test/support/rabbitmq-cluster.js";
import { Consumers, countFaults, openOperations, portico, recordEffects, submit } from "./drill-operations.js";

const usage = `npm run drill:broker -- [--operations N] [--rounds N] [--outage SECONDS]

Makes a cluster of three RabbitMQ nodes of its own with quorum queues, and submits price updates in bulks to a process of the API while
two consumers run them. In each round a node is killed, a node is cut off from the others, and two nodes are killed, so that there is no
quorum; each for --outage seconds. Then proves that every bulk was accepted, and that every operation ended once, in order. Needs
PostgreSQL (DATABASE_URL) and the programs of RabbitMQ.`;

const { values: options } = parseArgs({
  options: {
    operations: { type: "string", default: "30000" },
    rounds: { type: "string", default: "1" },
    outage: { type: "string", default: "10" },
    help: { type: "boolean", default: false },
  },
});

const password = "correct-horse-battery-1";
/** Maximum seconds that work may take after the cluster is whole again. */
const maxIdleSeconds = 300;

interface Drill {
  readonly count: number;
  readonly rounds: number;
  /** Seconds that a disturbance lasts. */
  readonly outage: number;
}

async function main(drill: Drill): Promise<void> {
  await using cluster = await startBrokerCluster();
  await using database = await scratchDatabase();
  const settings = {
    DATABASE_URL: database.url,
    AMQP_URL: cluster.url,
    PORTICO_ADMIN_PASSWORD: password,
    LOG_LEVEL: "fatal",
  };
  await using server = await startProcess([portico, "serve", "--json"], {
    ...settings,
    PORT: "0",
    PORTICO_CONSUMER: "off",
  });
  const client = new pg.Client(database.url);
  // If a step fails, the database is dropped while connected. The error of the step is the one to report.
  client.on("error", () => undefined);
  await client.connect();
  const skus = await addProducts(client);
  await recordEffects(client);
  const target = { url: server.url, headers: { authorization: `Bearer ${await adminToken(server.url, password)}` } };
  const consumers = new Consumers(settings);
  consumers.start();
  consumers.start();
  const submitting = submitSlowly(drill, (count, from) => submit(target, skus, { count, from }));
  // Reported by the `await` below.
  submitting.catch(() => undefined);
  const disturbances = await disturb(cluster, drill, () => endedOperations(client));
  await submitting;
  await drain(client);
  await consumers.end();
  const verdict = await countFaults(client, drill.count);
  await client.end();
  console.log(JSON.stringify({ operations: drill.count, disturbances, ...verdict }, null, 2));
  process.exitCode = verdict.lost + verdict.twice + verdict.failed + verdict.outOfOrder === 0 ? 0 : 1;
}

/** Submits the operations over the whole time of the disturbances. */
async function submitSlowly({ count, rounds, outage }: Drill, send: (count: number, from: number) => Promise<void>) {
  const parts = Math.ceil(rounds * 3 * outage * 2);
  const size = Math.ceil(count / parts);
  for (let from = 0; from < count; from += size) {
    await send(Math.min(size, count - from), from);
    await pause(500);
  }
}

/** What happened while the cluster was disturbed in a way. */
interface Disturbance {
  readonly what: string;
  /** Operations that ended meanwhile. */
  readonly ended: number;
  /** Seconds from the end of the disturbance until an operation ended. */
  readonly worksAgainAfter: number;
}

/** Disturbs the cluster in three ways, one after the other. */
async function disturb(cluster: BrokerCluster, drill: Drill, ended: () => Promise<number>): Promise<Disturbance[]> {
  const [one, two, three] = cluster.nodes;
  if (!one || !two || !three) throw new Error("The cluster needs three nodes.");
  const ways = [
    { what: "a node was killed", begin: () => one.kill(), end: () => one.start() },
    {
      what: "a node was cut off",
      begin: () => Promise.resolve(two.pause()),
      end: () => Promise.resolve(two.resume()),
    },
    {
      what: "two of three nodes were killed",
      begin: () => Promise.all([one.kill(), three.kill()]),
      end: () => Promise.all([one.start(), three.start()]),
    },
  ];
  const seen: Disturbance[] = [];
  for (let round = 0; round < drill.rounds; round += 1) {
    for (const { what, begin, end } of ways) {
      const before = await ended();
      await begin();
      process.stderr.write(`${what}\n`);
      await pause(drill.outage * 1000);
      const during = await ended();
      await end();
      seen.push({ what, ended: during - before, worksAgainAfter: await secondsUntilProgress(ended) });
    }
  }
  return seen;
}

async function secondsUntilProgress(ended: () => Promise<number>): Promise<number> {
  const start = performance.now();
  const before = await ended();
  while ((await ended()) === before) {
    if (performance.now() > start + maxIdleSeconds * 1000) throw new Error("The consumers did not work again.");
    await pause(50);
  }
  return Math.round(performance.now() - start) / 1000;
}

/** Waits until all operations have ended. */
async function drain(client: pg.Client): Promise<void> {
  const end = performance.now() + maxIdleSeconds * 1000;
  for (let open = await openOperations(client); open > 0; open = await openOperations(client)) {
    if (performance.now() > end) throw new Error(`${open} operations are still open.`);
    process.stderr.write(`${open} operations are open\n`);
    await pause(1000);
  }
}

async function endedOperations(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ n: string }>("select count(*) as n from bulk_operation where status = 1");
  return Number(rows[0]?.n);
}

if (options.help) console.log(usage);
else {
  await main({
    count: Number(options.operations),
    rounds: Number(options.rounds),
    outage: Number(options.outage),
  });
}
