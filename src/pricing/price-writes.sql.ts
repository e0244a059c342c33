// SQL: set-based writes (measured by the calls that set 10,000 prices).
import { products, touchProducts } from "../catalog/published.sql.js";
import type { Db, Writes } from "../db/database.js";
import { insertEvents } from "../events/published.sql.js";
import type { Amount } from "../money/amount.js";
import type { PriceOrigin } from "./price-origin.js";

/**
 * All prices are written here. The transaction must have locked the products before (`lockProducts`, or saving the
 * product itself). Locking in the order of their ids prevents deadlocks between calls, and no product can be deleted
 * between the check and the write.
 */

/** New values of one scope of a product: an absent column is unchanged, null falls back to store 0. */
export interface PriceWrite {
  readonly productId: number;
  readonly storeId: number;
  readonly price?: Amount | null | undefined;
  readonly specialPrice?: Amount | null | undefined;
  /** `YYYY-MM-DD hh:mm:ss`. */
  readonly specialFrom?: string | null | undefined;
  readonly specialTo?: string | null | undefined;
  readonly cost?: Amount | null | undefined;
}

/** One scope of a product. */
export interface PriceScope {
  readonly productId: number;
  readonly storeId: number;
}

interface Column {
  readonly name: string;
  readonly type: "numeric" | "timestamp";
  readonly of: (row: PriceWrite) => string | null | undefined;
}

const columns: readonly Column[] = [
  { name: "price", type: "numeric", of: (row) => row.price },
  { name: "special_price", type: "numeric", of: (row) => row.specialPrice },
  { name: "special_from", type: "timestamp", of: (row) => row.specialFrom },
  { name: "special_to", type: "timestamp", of: (row) => row.specialTo },
  { name: "cost", type: "numeric", of: (row) => row.cost },
];

/**
 * Sets prices, special prices and costs. The last row for a scope wins. One statement writes all rows that set the
 * same columns. A base price updates `updated_at`.
 */
export async function writePrices(db: Writes, rows: readonly PriceWrite[], _origin: PriceOrigin): Promise<void> {
  for (const [subset, group] of groupBySubset(oneOfEachScope(rows))) {
    const set = columns.filter((_, index) => subset & (1 << index));
    if (set.length > 0) await upsert(db, set, group);
  }
}

/**
 * Sets global base prices of products by SKU, case-insensitive, as saving the products does. The last row of a product wins,
 * and unknown SKUs are ignored. The caller has locked the products, but need not have read them.
 */
export async function writePricesBySku(
  db: Writes,
  rows: readonly { readonly sku: string; readonly price: Amount }[],
  _origin: PriceOrigin,
): Promise<void> {
  const prices = new Map(rows.map(({ sku, price }) => [sku.toLowerCase(), price]));
  await db.execute(setPricesBySku, [[...prices.keys()], [...prices.values()]]);
}

const setPricesBySku = `
  with written as (
    insert into product_price (product_id, store_id, price)
    select p.id, 0, given.price
    from unnest((select $1::text[]), (select $2::numeric[])) as given (sku_key, price)
    join ${products} p on p.sku_key = given.sku_key
    on conflict (product_id, store_id) do update set price = excluded.price),
  noted as (${insertEvents("product.saved", {
    data: "json_build_object('id', p.id, 'sku', p.sku, 'type_id', p.type_id)",
    from: `unnest((select $1::text[])) as given (sku_key) join ${products} p on p.sku_key = given.sku_key`,
  })})
  ${touchProducts("sku_key = any((select $1::text[])::text[])")}`;

/** Starts special prices without a start date at the given time (`YYYY-MM-DD hh:mm:ss`). */
export async function startSpecialPrices(
  db: Db,
  { scopes, from }: { readonly scopes: readonly PriceScope[]; readonly from: string },
  _origin: PriceOrigin,
): Promise<void> {
  await db.execute(
    `update product_price as own set special_from = $3::timestamp
    from unnest($1::int[], $2::int[]) as given (product_id, store_id)
    where own.product_id = given.product_id and own.store_id = given.store_id
      and own.special_price > 0 and own.special_from is null
      and not exists (select from product_price g
        where g.product_id = own.product_id and g.store_id = 0 and g.special_from is not null)`,
    [...scopeArrays(scopes), from],
  );
}

/** Deletes special prices and their dates in the given scopes. */
export async function clearSpecialPrices(db: Db, scopes: readonly PriceScope[], _origin: PriceOrigin): Promise<void> {
  if (scopes.length === 0) return;
  await db.execute(
    `update product_price set special_price = null, special_from = null, special_to = null
    from unnest($1::int[], $2::int[]) as given (product_id, store_id)
    where product_price.product_id = given.product_id and product_price.store_id = given.store_id`,
    scopeArrays(scopes),
  );
}

const scopeArrays = (scopes: readonly PriceScope[]): readonly unknown[] => [
  scopes.map((scope) => scope.productId),
  scopes.map((scope) => scope.storeId),
];

/** Deletes the costs of products in every scope. */
export async function clearCosts(db: Db, productIds: readonly number[], _origin: PriceOrigin): Promise<void> {
  if (productIds.length === 0) return;
  await db.execute("update product_price set cost = null where product_id = any($1::int[]) and cost is not null", [
    productIds,
  ]);
}

async function upsert(db: Writes, set: readonly Column[], rows: readonly PriceWrite[]): Promise<void> {
  const names = set.map((column) => column.name);
  const types = ["int", "int", ...set.map((column) => column.type)];
  // The subqueries hide the lengths of the arrays from the planner. Without them it would re-plan every call with few
  // rows.
  const arrays = types.map((type, index) => `(select $${index + 1}::${type}[])`);
  const insert = `insert into product_price (product_id, store_id, ${names.join(", ")})
    select * from unnest(${arrays.join(", ")})
    on conflict (product_id, store_id) do update set ${names.map((name) => `${name} = excluded.${name}`).join(", ")}`;
  await db.execute(names.includes("price") ? `with written as (${insert}) ${touch}` : insert, [
    rows.map((row) => row.productId),
    rows.map((row) => row.storeId),
    ...set.map((column) => rows.map(column.of)),
  ]);
}

const touch = touchProducts("id = any((select $1::int[])::int[])");

/** Returns one row for each scope, because PostgreSQL rejects two updates of a row in one statement. */
function* oneOfEachScope(rows: readonly PriceWrite[]): Iterable<PriceWrite> {
  const stores = new Map<number, Map<number, PriceWrite>>();
  for (const row of rows) {
    let products = stores.get(row.storeId);
    if (!products) stores.set(row.storeId, (products = new Map<number, PriceWrite>()));
    const earlier = products.get(row.productId);
    products.set(row.productId, earlier === undefined ? row : mergeWrites(earlier, row));
  }
  for (const products of stores.values()) yield* products.values();
}

/** Merges two rows of a scope. The later one wins. */
const mergeWrites = (earlier: PriceWrite, later: PriceWrite): PriceWrite => ({
  productId: later.productId,
  storeId: later.storeId,
  price: later.price === undefined ? earlier.price : later.price,
  specialPrice: later.specialPrice === undefined ? earlier.specialPrice : later.specialPrice,
  specialFrom: later.specialFrom === undefined ? earlier.specialFrom : later.specialFrom,
  specialTo: later.specialTo === undefined ? earlier.specialTo : later.specialTo,
  cost: later.cost === undefined ? earlier.cost : later.cost,
});

/** Groups the rows by the columns that they set, encoded as bits. */
function groupBySubset(rows: Iterable<PriceWrite>): Map<number, PriceWrite[]> {
  const groups = new Map<number, PriceWrite[]>();
  for (const row of rows) {
    const subset = subsetOf(row);
    const group = groups.get(subset);
    if (group) group.push(row);
    else groups.set(subset, [row]);
  }
  return groups;
}

const subsetOf = (row: PriceWrite): number =>
  (row.price === undefined ? 0 : 1) |
  (row.specialPrice === undefined ? 0 : 2) |
  (row.specialFrom === undefined ? 0 : 4) |
  (row.specialTo === undefined ? 0 : 8) |
  (row.cost === undefined ? 0 : 16);
