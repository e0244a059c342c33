// SQL: set-based writes and locks: keeps the stock items of thousands of products equal to their rows at the source
// `default`.
import { hiddenParameter } from "../../../platform/db/statements/parameters.js";
import { products } from "../../catalog/published.sql.js";
import { compositeTypes } from "../../catalog/published.terms.js";
import type { Db, Writes } from "../../../platform/db/database.js";
import { defaultSource } from "../sources/source-rules.js";
import { stockDefaults, type StockSettings, stockSettingsColumn } from "./stock-item.sql.js";
import { keyOf } from "../../../platform/db/models.js";

/**
 * A product with stock of its own has a stock item, and either a row at `default` with the same quantity and status, or no
 * row there and a stock item with quantity 0 that is out of stock. The status of the row is 1 while the stock item is in
 * stock. It may still be 1 if the stock item is out of stock because it ran out.
 *
 * Each write locks the stock items, in the order of their SKUs, before it writes the rows. A product that is new or gets
 * another SKU always inserts or locks a row, so that it waits for concurrent writes of the row of that SKU, and they wait
 * for it.
 */
const compositeList = [...compositeTypes].map((type) => `'${type}'`).join(", ");

/** Returns an SQL condition: the product has stock of its own. */
export const hasOwnStock = (product: string): string => `${product}.type_id not in (${compositeList})`;

const givenKeys = hiddenParameter(1, "text[]");

/** Locks the stock items of SKUs, in lower case, and returns the stored settings. SKUs without a product are ignored. */
export async function lockStockItems(db: Db, skuKeys: readonly string[]): Promise<StockSettings | null> {
  const row = await db.one<{ stock_settings: StockSettings | null }>(
    `select ${stockSettingsColumn}, (select count(*) from (
        select from stock_item i join ${products} p on p.id = i.product_id
        where p.sku_key = any(${givenKeys}) order by p.sku_key for no key update of i) as locked) as locked`,
    [skuKeys],
  );
  return row?.stock_settings ?? null;
}

/**
 * Copies the rows at `default` to their stock items, which `lockStockItems` has locked. A stock item without a row gets 0
 * and out of stock.
 */
export async function copyRowsToStockItems(
  db: Writes,
  skuKeys: readonly string[],
  settings: StockSettings | null,
): Promise<void> {
  const { managesStock, backorders, minQty, notifyQty } = stockDefaults(settings);
  await db.execute(
    `with facts as (
      select i.item_id, i.is_in_stock, i.stock_status_changed_auto as changed_auto, i.low_stock_date,
        coalesce(r.quantity, 0) as qty, coalesce(r.status, 0) = 1 as is_offered,
        case when i.use_config_manage_stock then $2::boolean else i.manage_stock end as is_managed,
        case when i.use_config_backorders then $3::int else i.backorders end as backorders,
        case when i.use_config_min_qty then $4::numeric else i.min_qty end as min_qty,
        case when i.use_config_notify_stock_qty then $5::numeric else i.notify_stock_qty end as notify_qty
      from ${products} p
      join stock_item i on i.product_id = p.id
      left join inventory_source_item r on r.sku_key = p.sku_key and r.source_code = '${defaultSource}'
      where p.sku_key = any(${givenKeys}) and ${hasOwnStock("p")}),
    judged as (
      select *, is_managed and backorders = 0 and qty <= min_qty as is_used_up, is_managed and qty < notify_qty as is_low
      from facts),
    next as (
      select item_id, qty, is_offered and not is_used_up as is_in_stock,
        case when not is_used_up then 0 when is_in_stock or is_offered then 1 else changed_auto end as changed_auto,
        case when is_low then coalesce(low_stock_date, (now() at time zone 'utc')::timestamp(0)) end as low_stock_date
      from judged)
    update stock_item i set qty = next.qty, is_in_stock = next.is_in_stock,
      stock_status_changed_auto = next.changed_auto, low_stock_date = next.low_stock_date
    from next where i.item_id = next.item_id
      and (i.qty, i.is_in_stock, i.stock_status_changed_auto, i.low_stock_date)
        is distinct from (next.qty, next.is_in_stock, next.changed_auto, next.low_stock_date)`,
    [skuKeys, managesStock, backorders, minQty, notifyQty],
  );
}

/** A new product with its initial stock. */
export interface StockedProduct {
  readonly id: number;
  readonly sku: string;
  readonly typeId: string;
  readonly qty: string;
  readonly isInStock: boolean;
}

/**
 * Inserts the stock items of new products, and rows at `default` for those with stock of their own. Their SKUs must not
 * have rows.
 */
export async function addStockItems(db: Db, added: readonly StockedProduct[]): Promise<void> {
  await db.execute(
    `insert into stock_item (product_id, qty, is_in_stock, stock_status_changed_auto)
    select product_id, qty, is_in_stock, (not is_in_stock)::int
    from unnest($1::int[], $2::numeric[], $3::boolean[]) as given (product_id, qty, is_in_stock) on conflict do nothing`,
    [added.map(({ id }) => id), added.map(({ qty }) => qty), added.map(({ isInStock }) => isInStock)],
  );
  const stocked = added.filter(({ typeId }) => !compositeTypes.has(typeId));
  await db.execute(
    `insert into inventory_source_item (source_code, sku, sku_key, quantity, status)
    select '${defaultSource}', sku, name_key(sku), qty, is_in_stock::int
    from unnest($1::text[], $2::numeric[], $3::boolean[]) as given (sku, qty, is_in_stock)
    order by name_key(sku) on conflict do nothing`,
    [stocked.map(({ sku }) => sku), stocked.map(({ qty }) => qty), stocked.map(({ isInStock }) => isInStock)],
  );
}

/** Locks the row of a SKU at `default`. Returns whether there is one. */
export async function lockDefaultRow(db: Db, sku: string): Promise<boolean> {
  const row = await db.one(
    `select from inventory_source_item where sku_key = $1 and source_code = '${defaultSource}' for no key update`,
    [keyOf(sku)],
  );
  return row !== undefined;
}

/** Copies the row of a product at `default` to its stock item. */
export const copyRowToStockItem = async (db: Db, sku: string): Promise<void> =>
  copyRowsToStockItems(db, [keyOf(sku)], await lockStockItems(db, [keyOf(sku)]));

/** Copies the stock item of a product to its row at `default`. The row must exist. */
export async function copyStockItemToRow(
  db: Db,
  { id, sku }: { readonly id: number; readonly sku: string },
): Promise<void> {
  await db.execute(
    `update inventory_source_item r set quantity = coalesce(i.qty, 0), status = i.is_in_stock::int
    from stock_item i where i.product_id = $1 and r.sku_key = $2 and r.source_code = '${defaultSource}'`,
    [id, keyOf(sku)],
  );
}

/** Removes the row at `default` at commit if it is empty. */
export async function removeEmptyRow(db: Db, sku: string): Promise<void> {
  await db.atCommit.execute(
    `delete from inventory_source_item
    where sku_key = $1 and source_code = '${defaultSource}' and quantity = 0 and status = 0`,
    [keyOf(sku)],
  );
}

/** Removes the rows of a SKU at all sources. */
export async function removeRows(db: Db, sku: string): Promise<void> {
  for (const table of tables) await db.execute(`delete from ${table} where sku_key = $1`, [keyOf(sku)]);
}

/**
 * Moves the rows of a SKU at all sources to another SKU, where they replace rows that were saved before the product
 * existed. Returns whether a row at `default` was moved.
 */
export async function moveRows(db: Db, from: string, to: string): Promise<boolean> {
  const keys = [keyOf(from), keyOf(to)];
  const moved: { source_code: string }[] = [];
  for (const table of tables) {
    await db.execute(
      `delete from ${table} waiting using ${table} own
      where waiting.sku_key = $2 and own.sku_key = $1 and own.source_code = waiting.source_code`,
      keys,
    );
    const rows = await db.query<{ source_code: string }>(
      `update ${table} set sku = $3, sku_key = $2 where sku_key = $1 returning source_code`,
      [...keys, to],
    );
    if (table === "inventory_source_item") moved.push(...rows);
  }
  return moved.some((row) => row.source_code === defaultSource);
}

/** Gives the rows of a SKU at all sources its new spelling, which differs only in case. */
export async function respellRows(db: Db, sku: string): Promise<void> {
  for (const table of tables) {
    await db.execute(`update ${table} set sku = $1 where sku_key = $2`, [sku, keyOf(sku)]);
  }
}

const tables = ["inventory_source_item", "inventory_low_stock_notification"] as const;
