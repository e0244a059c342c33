import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { compareSizes } from "./among.js";
import { createCart, copyCart } from "./carts.js";
import { addProducts, productCount } from "./catalogue.js";
import type { Target } from "./measure.js";
import { scratchDatabase } from "./scratch-database.js";
import { startProcess } from "./server-process.js";
import { adminToken, request } from "./timing.js";

const usage = `npm run bench:sizes

Prints how many bytes of tables, indexes and write-ahead log a product, a price, a price change, a queued operation and an order
take, on a scratch PostgreSQL database (DATABASE_URL). Sizes do not depend on the speed of the machine.

npm run bench:sizes -- --products 10000,1000000

Measures calls in two catalogues of sample products, whose shops have prices, customers, orders, changes, events
and operations in proportion, and writes the table into bench/SIZES.md. A million products take 20 GB of disk and an hour; --bare
leaves out all but the products (5 GB).`;

const password = "correct-horse-battery-1";
const portico = join(dirname(fileURLToPath(import.meta.url)), "../bin/portico");
/** Orders placed, with five lines each. */
const orderCount = 1000;
const lines = 5;
/** Callers who order at the same time. */
const shoppers = 8;

interface Growth {
  readonly work: string;
  /** Bytes of write-ahead log for each. */
  readonly log: number;
  /** Bytes of tables with their indexes for each, without those that grow by less than one. */
  readonly tables: Readonly<Record<string, number>>;
}

async function main(): Promise<void> {
  await using database = await scratchDatabase();
  await using server = await startProcess([portico, "serve", "--json"], {
    DATABASE_URL: database.url,
    PORT: "0",
    LOG_LEVEL: "warn",
    PORTICO_ADMIN_PASSWORD: password,
    PORTICO_PRICE_SCOPE: "website",
  });
  const client = new pg.Client(database.url);
  await client.connect();
  try {
    const admin = { url: server.url, headers: { authorization: `Bearer ${await adminToken(server.url, password)}` } };
    for (const growth of await growths(client, admin)) print(growth);
  } finally {
    await client.end();
  }
}

async function growths(client: pg.Client, admin: Target): Promise<Growth[]> {
  const grow = (work: string, count: number, run: () => Promise<unknown>) => measure(client, { work, count }, run);
  let skus: string[] = [];
  const products = await grow("a product with two categories, a description and stock", productCount, async () => {
    skus = await addProducts(client);
  });
  const prices = await grow("the first price of a product in a store view, in a file", productCount, () =>
    importPrices(client, admin, { skus, price: 100 }),
  );
  const changes = await grow("another change of that price, in a file", productCount, () =>
    importPrices(client, admin, { skus, price: 200 }),
  );
  const operations = await grow("a change of a price by a queued call of its own", productCount, () =>
    queuePrices(client, admin, skus),
  );
  const template = await createCart(admin, skus.slice(0, lines));
  const masks = await copyCart(client, template, orderCount);
  const orders = await grow(`an order of ${lines} lines`, orderCount, () => placeOrders(admin, masks));
  return [products, prices, changes, operations, orders];
}

/** Runs the work, and returns what grew for each of `count`. Dead rows count until they are vacuumed, so that is done before. */
async function measure(
  client: pg.Client,
  { work, count }: { readonly work: string; readonly count: number },
  run: () => Promise<unknown>,
): Promise<Growth> {
  await client.query("vacuum");
  const before = await readSizes(client);
  await run();
  const after = await readSizes(client);
  const grown = [...after.tables].map(
    ([name, bytes]) => [name, (bytes - (before.tables.get(name) ?? 0)) / count] as const,
  );
  const tables = grown.filter(([, bytes]) => bytes >= 1).sort(([, one], [, other]) => other - one);
  return { work, log: (after.log - before.log) / count, tables: Object.fromEntries(tables) };
}

/** Reads the sizes of all tables with their indexes; a partition counts as its table. */
async function readSizes(client: pg.Client) {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `select coalesce(parent.relname, c.relname) as name, sum(pg_total_relation_size(c.oid)) as bytes
     from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class parent on parent.oid = i.inhparent
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace group by 1`,
  );
  const log = await client.query<{ bytes: string }>("select pg_current_wal_insert_lsn() - '0/0' as bytes");
  return { tables: new Map(rows.map(({ name, bytes }) => [name, Number(bytes)])), log: Number(log.rows[0]?.bytes) };
}

interface PriceFile {
  readonly skus: readonly string[];
  readonly price: number;
}

async function importPrices(client: pg.Client, admin: Target, { skus, price }: PriceFile): Promise<void> {
  const rows = skus.map((sku, at) => `base,${sku},default,${price + at / 100}`);
  const headers = { ...admin.headers, "Content-Type": "text/csv" };
  const body = ["kind,sku,store_id,price", ...rows].join("\n");
  const answer = await fetch(`${admin.url}/rest/V1/price-imports`, { method: "POST", headers, body });
  if (answer.status !== 202) throw new Error(`The file was answered with ${answer.status}: ${await answer.text()}`);
  await waitUntilDrained(client);
}

async function queuePrices(client: pg.Client, admin: Target, skus: readonly string[]): Promise<void> {
  const elements = skus.map((sku, at) => ({ sku, product: { price: 300 + at / 100 } }));
  const headers = { ...admin.headers, "Idempotency-Key": `"${randomUUID()}"` };
  await request({ ...admin, headers }, "PUT", "/rest/default/async/bulk/V1/products/bySku", JSON.stringify(elements));
  await waitUntilDrained(client);
}

async function waitUntilDrained(client: pg.Client): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ open: number; failed: number }>(
      `select count(*) filter (where status in (2, 4))::int as open, count(*) filter (where status = 3)::int as failed
       from bulk_operation`,
    );
    if (rows[0]?.failed !== 0) throw new Error("Operations failed.");
    if (rows[0].open === 0) return;
    await pause(100);
  }
}

async function placeOrders({ url }: Target, masks: string[]): Promise<void> {
  const body = JSON.stringify({ paymentMethod: { method: "checkmo" } });
  const shop = async () => {
    for (let mask = masks.pop(); mask !== undefined; mask = masks.pop()) {
      await request({ url, headers: {} }, "PUT", `/rest/V1/guest-carts/${mask}/order`, body);
    }
  };
  await Promise.all(Array.from({ length: shoppers }, shop));
}

function print({ work, log, tables }: Growth): void {
  const all = Object.values(tables).reduce((sum, bytes) => sum + bytes, 0);
  console.log(`${work}: ${Math.round(all)} bytes, and ${Math.round(log)} of log`);
  for (const [name, bytes] of Object.entries(tables)) console.log(`  ${name}: ${Math.round(bytes)}`);
}

const products = process.argv[process.argv.indexOf("--products") + 1]?.split(",").map(Number);
if (process.argv.includes("--help")) console.log(usage);
else if (!process.argv.includes("--products")) await main();
else if (products?.length === 2 && products.every((count) => count >= 10_000))
  await compareSizes(products, { isBare: process.argv.includes("--bare") });
else throw new Error(`Give two numbers of products, each at least 10,000.\n\n${usage}`);
