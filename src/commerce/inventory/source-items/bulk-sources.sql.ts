// SQL: set-based writes: thousands of products at sources in a constant number of statements.
import { products } from "../../catalog/published.sql.js";
import type { Db } from "../../../platform/db/database.js";
import type { Quantity } from "../../../platform/money/amount.js";
import { hasOwnStock } from "../stock-item/default-source.sql.js";

/** Filters SKUs, in lower case, to those of products with stock of their own. */
export async function readStockedSkus(db: Db, skuKeys: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ sku_key: string }>(
    `select p.sku_key from ${products} p where p.sku_key = any($1::text[]) and ${hasOwnStock("p")}`,
    [skuKeys],
  );
  return rows.map((row) => row.sku_key);
}

/** Inserts the missing rows of products at sources, with nothing in stock. Returns the number of new rows. */
export function addEmptyRows(db: Db, skuKeys: readonly string[], sources: readonly string[]): Promise<number> {
  return db.execute(
    `insert into inventory_source_item (source_code, sku, sku_key)
    select source.code, p.sku, p.sku_key
    from ${products} p cross join unnest($2::text[]) as source (code)
    where p.sku_key = any($1::text[]) order by p.sku_key, source.code
    on conflict (sku_key, source_code) do nothing`,
    [skuKeys, sources],
  );
}

/** Locks the rows of SKUs at sources, in the order in which every statement writes them. */
export async function lockRows(db: Db, skuKeys: readonly string[], sources: readonly string[]): Promise<void> {
  await db.query(
    `select count(*) from (
      select from inventory_source_item where sku_key = any($1::text[]) and source_code = any($2::text[])
      order by sku_key, source_code for update) as locked`,
    [skuKeys, sources],
  );
}

/**
 * Adds the locked quantities of SKUs at the origin to those at the destination, with the status of the origin. Low-stock
 * thresholds are copied unless the destination has its own.
 */
export async function fillFromOrigin(
  db: Db,
  skuKeys: readonly string[],
  { origin, destination }: { readonly origin: string; readonly destination: string },
): Promise<void> {
  await db.execute(
    `insert into inventory_source_item as item (source_code, sku, sku_key, quantity, status)
    select $3, sku, sku_key, quantity, status from inventory_source_item
    where sku_key = any($1::text[]) and source_code = $2 order by sku_key
    on conflict (sku_key, source_code)
      do update set quantity = item.quantity + excluded.quantity, status = excluded.status`,
    [skuKeys, origin, destination],
  );
  await db.execute(
    `insert into inventory_low_stock_notification (source_code, sku, sku_key, notify_stock_qty)
    select $3, sku, sku_key, notify_stock_qty from inventory_low_stock_notification
    where sku_key = any($1::text[]) and source_code = $2 order by sku_key
    on conflict (sku_key, source_code) do nothing`,
    [skuKeys, origin, destination],
  );
}

/** Returns the quantities of SKUs at a source, by their keys. */
export async function readQuantities(
  db: Db,
  skuKeys: readonly string[],
  source: string,
): Promise<ReadonlyMap<string, Quantity>> {
  const rows = await db.query<{ sku_key: string; quantity: Quantity }>(
    "select sku_key, quantity from inventory_source_item where sku_key = any($1::text[]) and source_code = $2",
    [skuKeys, source],
  );
  return new Map(rows.map(({ sku_key, quantity }) => [sku_key, quantity]));
}

/**
 * Moves amounts of SKUs from one source to another. The status of the origin stays, and the destination is in stock. Inserts
 * missing rows of the destination.
 */
export async function moveAmounts(
  db: Db,
  amounts: ReadonlyMap<string, Quantity>,
  { origin, destination }: { readonly origin: string; readonly destination: string },
): Promise<void> {
  await db.execute(
    `with given as (select * from unnest($1::text[], $2::numeric[]) as given (sku_key, amount)),
    taken as (
      update inventory_source_item as item set quantity = item.quantity - given.amount from given
      where item.sku_key = given.sku_key and item.source_code = $3 returning item.sku, item.sku_key, given.amount)
    insert into inventory_source_item as item (source_code, sku, sku_key, quantity, status)
    select $4, sku, sku_key, amount, 1 from taken order by sku_key
    on conflict (sku_key, source_code) do update set quantity = item.quantity + excluded.quantity, status = 1`,
    [[...amounts.keys()], [...amounts.values()], origin, destination],
  );
}

/** Sets SKUs at a source to a quantity of 0 and out of stock. */
export async function emptyRows(db: Db, skuKeys: readonly string[], source: string): Promise<void> {
  await db.execute(
    `update inventory_source_item set quantity = 0, status = 0
    where sku_key = any($1::text[]) and source_code = $2 and (quantity <> 0 or status <> 0)`,
    [skuKeys, source],
  );
}

/** Removes SKUs from sources, with their low-stock thresholds there. Returns the number of removed rows of quantities. */
export async function removePairs(db: Db, skuKeys: readonly string[], sources: readonly string[]): Promise<number> {
  const pairs = [skuKeys, sources];
  const chosen = "sku_key = any($1::text[]) and source_code = any($2::text[])";
  await db.execute(`delete from inventory_low_stock_notification where ${chosen}`, pairs);
  return db.execute(`delete from inventory_source_item where ${chosen}`, pairs);
}
