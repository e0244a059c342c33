import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { type CatalogueRow, catalogueRows, measureRow } from "./catalogue-rows.js";
import { fill, fillings } from "./filling.js";
import { scratchDatabase } from "./scratch-database.js";
import { shopRows } from "./shop-rows.js";
import { startProcess } from "./server-process.js";
import { machine } from "./table.js";
import { adminToken } from "./timing.js";

const here = dirname(fileURLToPath(import.meta.url));
const portico = join(here, "../bin/portico");
const password = "correct-horse-battery-1";
const rounds = 11;
/** The number of products for which `fillings` count. */
const whole = 1_000_000;

/** Milliseconds of each row. */
export type Times = ReadonlyMap<string, number>;

interface Comparing {
  /** Whether the shop has nothing but products. */
  readonly isBare: boolean;
}

/** Measures the rows in catalogues of these sizes, and writes the table. */
export async function compareSizes(counts: readonly number[], { isBare }: Comparing): Promise<void> {
  const measured: { readonly count: number; readonly times: Times }[] = [];
  let version = "";
  for (const count of counts) {
    await using database = await scratchDatabase();
    ({ version } = database);
    await load(database.url, count, isBare);
    const rows = [...catalogueRows(count), ...(isBare ? [] : shopRows)];
    measured.push({ count, times: await measureRows(database.url, count, rows) });
  }
  writeFileSync(join(here, "SIZES.md"), sizesPage(measured, { version, isBare }));
}

async function load(url: string, count: number, isBare: boolean): Promise<void> {
  const run = (...command: string[]) =>
    execFileSync(process.execPath, [portico, ...command], { env: { ...process.env, DATABASE_URL: url } });
  run("db:migrate");
  const started = performance.now();
  run("sampledata:deploy", "--products", String(count));
  const seconds = (performance.now() - started) / 1000;
  console.log(`${count} products in ${seconds.toFixed(1)} s: ${Math.round(count / seconds)} a second`);
  const client = new pg.Client(url);
  await client.connect();
  try {
    for (const filling of isBare ? [] : fillings) {
      await fill((text, values) => client.query(text, values), filling, Math.round((filling.count * count) / whole));
    }
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}

/** Starts a server on a database with this many sample products, and returns the times of the rows. */
async function measureRows(url: string, count: number, rows: readonly CatalogueRow[]): Promise<Times> {
  await using server = await startProcess([portico, "serve", "--json"], {
    ...{ DATABASE_URL: url, PORT: "0", LOG_LEVEL: "warn", PORTICO_ADMIN_PASSWORD: password },
    // A search that takes longer than the limit would be answered with an error.
    PORTICO_SEARCH_SECONDS: "0",
  });
  const headers = { authorization: `Bearer ${await adminToken(server.url, password)}` };
  const times = new Map<string, number>();
  for (const row of rows) {
    const time = await measureRow({ url: server.url, headers }, row, rounds);
    times.set(row.work, time);
    console.log(`${String(count).padStart(8)} products: ${time.toFixed(1).padStart(8)} ms  ${row.work}`);
  }
  return times;
}

/** Returns the page with the table of two sizes. */
export function sizesPage(
  measured: readonly { readonly count: number; readonly times: Times }[],
  { version, isBare }: Comparing & { readonly version: string },
): string {
  const [small, large] = measured;
  if (!small || !large) throw new Error("The table compares two sizes.");
  const rows = [...large.times].map(([work, time]) => {
    const before = small.times.get(work) ?? NaN;
    return `| ${work} | ${before.toFixed(1)} | ${time.toFixed(1)} | ${(time / before).toFixed(1)} |`;
  });
  const of = ({ count }: { readonly count: number }) => `${count.toLocaleString("en-US")} products`;
  return `# Calls in a large catalogue, as last measured

\`npm run bench:sizes -- --products ${small.count},${large.count}${isBare ? " --bare" : ""}\` writes this table.
${machine(version)}; milliseconds of one call over one connection, medians of ${rounds}.

| call | ${of(small)} | ${of(large)} | ratio |
| --- | ---: | ---: | ---: |
${rows.join("\n")}
`;
}
