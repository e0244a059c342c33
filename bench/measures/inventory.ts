import pg from "pg";
import type * as config from "../../src/config.js";
import type * as database from "../../src/platform/db/open.js";
import type * as publishedReservations from "../../src/commerce/inventory/published.reservations.js";
import type * as publishedSalability from "../../src/commerce/inventory/published.salability.js";
import { asQuantity } from "../../src/platform/money/amount.js";
import type { Bench, Measure } from "../measure.js";
import { measureAlternately, throughput, timed } from "../timing.js";

/** Loads the build, because that is the code that processes run. */
const loadBuild = async () => {
  const load = (path: string): Promise<unknown> => import(new URL(`../../dist/${path}`, import.meta.url).href);
  const modules = await Promise.all([
    load("config.js"),
    load("platform/db/open.js"),
    load("commerce/inventory/published.reservations.js"),
    load("commerce/inventory/published.salability.js"),
  ]);
  type Loaded = typeof config & typeof database & typeof publishedReservations & typeof publishedSalability;
  return Object.assign({}, ...(modules as object[])) as Loaded;
};

/** The stock that every website sells from. */
const stockId = 1;

/** Adds the source items of the stock items at the default source, as in real use. */
async function addSourceItems({ database }: Bench): Promise<void> {
  await database.query(
    `insert into inventory_source_item (source_code, sku, sku_key, quantity, status)
    select 'default', p.sku, p.sku_key, i.qty, 1 from product p join stock_item i on i.product_id = p.id
    on conflict do nothing`,
  );
  await database.query("vacuum analyze");
}

/** Both connections to the database, and the measured functions. */
interface InventoryAccess extends Pick<Awaited<ReturnType<typeof loadBuild>>, "readSalability" | "reserve"> {
  readonly db: Awaited<ReturnType<typeof database.openDatabase>>;
  readonly pool: pg.Pool;
}

/** Opens both connections to the database in this process, so that they differ only in their work. */
async function inProcess<Result>(
  { settings }: Bench,
  connections: number,
  work: (access: InventoryAccess) => Promise<Result>,
): Promise<Result> {
  const { openDatabase, readConfig, readSalability, reserve } = await loadBuild();
  // Work without a caller gets the connections of a consumer with as many workers.
  const db = await openDatabase(
    readConfig({
      ...settings,
      PORTICO_DATABASE_POOL: String(2 * connections + 4),
      PORTICO_CONSUMER_CONCURRENCY: String(connections),
    }),
  );
  const pool = new pg.Pool({ connectionString: settings.DATABASE_URL, max: connections });
  try {
    return await work({ db, pool, readSalability, reserve });
  } finally {
    await db.close();
    await pool.end();
  }
}

/** The salable quantity by quantities, reservations and the product's own settings only. */
const bareSalability = `
  select p.sku_key, held.present + coalesce(r.quantity, 0) - i.min_qty as quantity,
    held.present + coalesce(r.quantity, 0) - i.min_qty > 0 as is_salable
  from product p join stock_item i on i.product_id = p.id
  left join inventory_reserved_quantity r on r.sku_key = p.sku_key and r.stock_id = $2::int
  cross join lateral (
    select coalesce(sum(item.quantity) filter (where item.status = 1 and source.enabled), 0) as present
    from inventory_source_item item
    join inventory_stock_source_link link on link.source_code = item.source_code and link.stock_id = $2::int
    join inventory_source source on source.source_code = item.source_code
    where item.sku_key = p.sku_key) as held
  where p.sku_key = any($1::text[])`;

const manySkus = 1000;

const salability: Measure = {
  name: "salability",
  title: "salability of 1,000 SKUs in a stock",
  unit: "ms",
  goal: { of: "ratio", atMost: 2 },
  async run(bench) {
    await addSourceItems(bench);
    return inProcess(bench, 1, async ({ db, pool, readSalability }) => {
      let round = 0;
      const skus = () => bench.skus.slice(((round += 1) % 9) * manySkus).slice(0, manySkus);
      const measure = {
        ours: () => timed(() => readSalability(db, stockId, skus())),
        baseline: () => {
          const keys = skus().map((sku) => sku.toLowerCase());
          return timed(() => pool.query({ name: "salability", text: bareSalability, values: [keys, stockId] }));
        },
      };
      await measureAlternately(10, measure);
      return measureAlternately(40, measure);
    });
  },
};

const salableQuantity: Measure = {
  name: "salable-quantity",
  title: "`GET /V1/inventory/get-product-salable-quantity/:sku/:stockId`, 32 connections",
  unit: "requests/s",
  goal: { of: "ratio", atLeast: 0.5 },
  async run(bench) {
    await addSourceItems(bench);
    const path = (number: number) =>
      `/rest/V1/inventory/get-product-salable-quantity/${bench.skus[(number * 37) % bench.skus.length]}/${stockId}`;
    const load = { connections: 32, method: "GET", next: (number: number) => ({ path: path(number) }) } as const;
    const measure = { ours: () => throughput(bench.ours, load), baseline: () => throughput(bench.baseline, load) };
    await measureAlternately(1, measure);
    return measureAlternately(5, measure);
  },
};

const manyOrders = 1000;
const orderConnections = 16;

/** Checks and appends a reservation like an order, in a transaction with the fewest statements. */
async function bareReserve(pool: pg.Pool, key: string, order: number): Promise<void> {
  const client = await pool.connect();
  const run = (name: string, text: string, values: readonly unknown[]) =>
    client.query({ name, text, values: [...values] });
  try {
    await client.query("begin");
    await run(
      "lock-reserved",
      `insert into inventory_reserved_quantity (sku_key, stock_id) values ($1, $2)
      on conflict (sku_key, stock_id) do update set quantity = inventory_reserved_quantity.quantity`,
      [key, stockId],
    );
    const { rows } = await run("bare-salability", bareSalability, [[key], stockId]);
    if (rows.length !== 1) throw new Error(`The SKU ${key} was not found.`);
    await run(
      "append-reservation",
      `with added as (
        insert into inventory_reservation
          (stock_id, sku, sku_key, quantity, event_type, object_type, object_id, object_increment_id)
        values ($2, $1, $1, -1, 'order_placed', 'order', $3, $3))
      update inventory_reserved_quantity set quantity = quantity - 1 where sku_key = $1 and stock_id = $2`,
      [key, stockId, String(order)],
    );
    await client.query("commit");
  } finally {
    client.release();
  }
}

/** Places orders of one product each, as many at a time as there are connections. */
async function placeOrders(skus: readonly string[], place: (sku: string) => Promise<void>): Promise<number> {
  const waiting = [...skus];
  const buy = async () => {
    for (let sku = waiting.pop(); sku !== undefined; sku = waiting.pop()) await place(sku);
  };
  const milliseconds = await timed(() => Promise.all(Array.from({ length: orderConnections }, buy)));
  return (1000 * skus.length) / milliseconds;
}

const reservations: Measure = {
  name: "reserve",
  title: "1,000 reservations of distinct SKUs, 16 connections",
  unit: "operations/s",
  goal: { of: "ratio", atLeast: 0.4 },
  async run(bench) {
    await addSourceItems(bench);
    return inProcess(bench, orderConnections, async ({ db, pool, reserve }) => {
      const skus = bench.skus.slice(0, manyOrders);
      let order = 0;
      const number = () => (order += 1);
      const ours = (sku: string) => {
        const orderId = number();
        const event = { type: "order_placed", orderId, orderIncrementId: String(orderId) } as const;
        return reserve(db, event, { stockId, items: [{ sku, quantity: asQuantity(1) }] });
      };
      const measure = {
        ours: () => placeOrders(skus, ours),
        baseline: () => placeOrders(skus, (sku) => bareReserve(pool, sku.toLowerCase(), number())),
      };
      await measureAlternately(2, measure);
      const outcome = await measureAlternately(7, measure);
      await bench.database.query("truncate inventory_reservation, inventory_reserved_quantity, inventory_stock_event");
      return outcome;
    });
  },
};

export const inventory: readonly Measure[] = [salability, salableQuantity, reservations];
