import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import pg from "pg";
import { format, resolveConfig } from "prettier";
import { addProducts, resetPrices } from "./catalogue.js";
import type { Bench } from "./measure.js";
import { measures } from "./measures.js";
import { scratchDatabase } from "./scratch-database.js";
import { startProcess } from "./server-process.js";
import { isReached, ratio, type Result, table, withOnly, withRows } from "./table.js";
import { adminToken } from "./timing.js";

const here = dirname(fileURLToPath(import.meta.url));
const password = "correct-horse-battery-1";

const { values: options } = parseArgs({
  options: {
    json: { type: "boolean", default: false },
    only: { type: "string" },
    write: { type: "boolean", default: false },
    help: { type: "boolean", default: false },
  },
});

function help(): string {
  return [
    "npm run bench [-- options]   compares Portico with a bare baseline on PostgreSQL",
    "",
    "  --only <names>  runs only these measures, separated by commas",
    "  --json          prints JSON instead of a table",
    "  --write         writes the table to bench/RESULTS.md and six rows to README.md; with --only, only their rows",
    "",
    `Measures: ${measures.map(({ name }) => name).join(", ")}`,
    "DATABASE_URL is the server on which a database is created for the run and dropped at the end.",
  ].join("\n");
}

async function main(): Promise<void> {
  const wanted = options.only?.split(",");
  const unknown = wanted?.filter((name) => measures.every((measure) => measure.name !== name)) ?? [];
  if (unknown.length > 0) throw new Error(`Unknown measure: ${unknown.join(", ")}.\n${help()}`);
  await using database = await scratchDatabase();
  const results: Result[] = [];
  await withBench(database.url, async (bench) => {
    for (const measure of measures.filter(({ name }) => wanted?.includes(name) ?? true)) {
      process.stderr.write(`${measure.title.replaceAll("`", "")} … `);
      const result = { measure, outcome: await measure.run(bench) };
      const { ours, baseline } = result.outcome;
      const found = baseline === undefined ? ours.toFixed(0) : `${ratio(result.outcome).toFixed(2)} of the baseline`;
      process.stderr.write(`${found}\n`);
      results.push(result);
      // Otherwise, the result of a measure would depend on those that run before it.
      await resetPrices(bench.database);
    }
  });
  const text = table(results, database.version);
  console.log(options.json ? JSON.stringify(results.map(toJson), null, 2) : `\n${text}`);
  if (options.write) await writeTable(text);
}

async function withBench(databaseUrl: string, work: (bench: Bench) => Promise<void>): Promise<void> {
  const startOurs: Bench["startOurs"] = (settings = {}) =>
    startProcess([join(here, "../bin/portico"), "serve", "--json"], {
      DATABASE_URL: databaseUrl,
      PORT: "0",
      LOG_LEVEL: "warn",
      PORTICO_ADMIN_PASSWORD: password,
      ...settings,
    });
  const startBaseline: Bench["startBaseline"] = (name = "server", settings = {}) =>
    startProcess([join(here, `baseline/${name}.mjs`)], {
      DATABASE_URL: databaseUrl,
      NODE_ENV: "production",
      ...settings,
    });
  // Queued operations run in processes that the measures start. A page of 100 products with all fields of a storefront
  // costs more than the default allows.
  await using ours = await startOurs({ PORTICO_CONSUMER: "off", PORTICO_GRAPHQL_COST: "20000" });
  await using baseline = await startBaseline();
  const database = new pg.Client(databaseUrl);
  await database.connect();
  try {
    await work({
      ours: { url: ours.url, headers: { authorization: `Bearer ${await adminToken(ours.url, password)}` } },
      baseline: { url: baseline.url, headers: {} },
      skus: await addProducts(database),
      database,
      startOurs,
      startBaseline,
      settings: { DATABASE_URL: databaseUrl },
    });
  } finally {
    await database.end();
  }
}

const toJson = (result: Result) => ({
  name: result.measure.name,
  unit: result.measure.unit,
  ...result.outcome,
  ratio: result.outcome.baseline === undefined ? null : ratio(result.outcome),
  goal: result.measure.goal,
  reached: isReached(result),
});

/** The work that README.md shows. */
const shownWork = [
  "one call that sets 10,000 base prices",
  "import a CSV file of 200,000 mixed prices, from the first byte to the last price",
  "`GET /V1/products/:sku`, 32 connections",
  "`PUT /V1/guest-carts/:cartId/order`, 5 lines, 8 connections",
  "drain `PUT /async/bulk/V1/products/bySku`, 5,000 price updates, one consumer",
  "start on an existing database",
];

/** Writes the whole table to RESULTS.md, and the rows of `shownWork` to README.md. */
async function writeTable(text: string): Promise<void> {
  const readme = join(here, "../README.md");
  const results = join(here, "RESULTS.md");
  const page = readFileSync(readme, "utf8");
  if (!markedTable.test(page)) throw new Error("README.md lacks the markers <!-- bench --> … <!-- /bench -->.");
  const table =
    options.only === undefined ? text : withRows(readFileSync(results, "utf8").replace(title, "").trim(), text);
  await writeMarkdown(results, `${title}\n\n${table}\n`);
  await writeMarkdown(readme, page.replace(markedTable, `$1\n\n${withOnly(table, shownWork)}\n\n$3`));
}

const title = "# Benchmark, as last measured";

const markedTable = /(<!-- bench -->)([\s\S]*)(<!-- \/bench -->)/;

async function writeMarkdown(path: string, text: string): Promise<void> {
  writeFileSync(path, await format(text, { ...(await resolveConfig(path)), parser: "markdown" }));
}

if (options.help) console.log(help());
else await main();
