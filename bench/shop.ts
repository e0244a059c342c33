import { dirname, join } from "node:path";
import { createHistogram, type RecordableHistogram } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import pg from "pg";
import { addProducts } from "./catalogue.js";
import { scratchDatabase } from "./scratch-database.js";
import { startProcess } from "./server-process.js";
import { Shopper, type Step, steps } from "./shopper.js";

const usage = `npm run bench:shop -- [--shoppers N] [--seconds N] [--think MILLISECONDS] [--json]

Shoppers browse, fill carts and place orders at the same time, on a scratch PostgreSQL database (DATABASE_URL) with 10,000
products. Of ten visits, seven only browse, two abandon a cart and one orders. Prints the count and the latency of each step.
Exits with 1 if an answer was wrong, or if the number of orders differs from the number of answered ones.`;

const { values: options } = parseArgs({
  options: {
    shoppers: { type: "string", default: "16" },
    seconds: { type: "string", default: "30" },
    think: { type: "string", default: "0" },
    json: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

interface Visits {
  readonly shoppers: number;
  readonly seconds: number;
  /** Milliseconds between two steps of a shopper. */
  readonly think: number;
}

/** The result: the latency of each step in microseconds, and the failures. */
interface Outcome {
  readonly latencies: Readonly<Record<Step, RecordableHistogram>>;
  readonly failures: string[];
}

async function main(visits: Visits): Promise<void> {
  await using database = await scratchDatabase();
  const portico = join(dirname(fileURLToPath(import.meta.url)), "../bin/portico");
  await using server = await startProcess([portico, "serve", "--json"], {
    DATABASE_URL: database.url,
    PORT: "0",
    LOG_LEVEL: "warn",
    PORTICO_ANONYMOUS_CATALOG: "on",
  });
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    const skus = await addProducts(client);
    const outcome = await visitAll(server.url, skus, visits);
    const { rows } = await client.query<{ orders: number }>("select count(*)::int as orders from sales_order");
    report(outcome, visits, rows[0]?.orders ?? 0);
  } finally {
    await client.end();
  }
}

/** Lets all shoppers visit the shop repeatedly until the time is over. */
async function visitAll(url: string, skus: readonly string[], visits: Visits): Promise<Outcome> {
  const latencies = Object.fromEntries(steps.map((step) => [step, createHistogram()])) as Outcome["latencies"];
  const failures: string[] = [];
  const end = performance.now() + visits.seconds * 1000;
  const timed = async <Result>(step: Step, work: () => Promise<Result>): Promise<Result> => {
    const started = performance.now();
    const result = await work();
    latencies[step].record(Math.max(1, Math.round((performance.now() - started) * 1000)));
    if (visits.think > 0) await pause(visits.think);
    return result;
  };
  const shop = async (number: number) => {
    for (let visit = number; performance.now() < end; visit += visits.shoppers) {
      try {
        await new Shopper({ url, skus, timed }).visit(visit);
      } catch (error) {
        failures.push(String(error));
      }
    }
  };
  await Promise.all(Array.from({ length: visits.shoppers }, (_, number) => shop(number)));
  return { latencies, failures };
}

function report({ latencies, failures }: Outcome, { seconds }: Visits, orders: number): void {
  const rows = steps.map((step) => {
    const { count, ...histogram } = readingOf(latencies[step]);
    return { step, count, per_second: Math.round((count / seconds) * 10) / 10, ...histogram };
  });
  const answered = latencies.order.count;
  const wrong = orders === answered ? [] : [`${answered} orders were answered, but ${orders} exist.`];
  const problems = [...failures, ...wrong];
  if (options.json) console.log(JSON.stringify({ steps: rows, orders, problems }, null, 2));
  else {
    console.table(rows);
    console.log(`${orders} orders, ${problems.length} problems`);
    for (const problem of problems.slice(0, 10)) console.log(problem);
  }
  process.exitCode = problems.length === 0 ? 0 : 1;
}

/** Returns how often a step was taken, and its latency in milliseconds. */
function readingOf(histogram: RecordableHistogram) {
  const { count } = histogram;
  const at = (percentile: number) => (count === 0 ? 0 : Math.round(histogram.percentile(percentile) / 10) / 100);
  return { count, p50_ms: at(50), p95_ms: at(95), p99_ms: at(99) };
}

if (options.help) console.log(usage);
else {
  await main({
    shoppers: Number(options.shoppers),
    seconds: Number(options.seconds),
    think: Number(options.think),
  });
}
