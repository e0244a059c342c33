// SQL: set-based writes: thousands of low-stock thresholds in one statement.
import { products } from "../../catalog/published.sql.js";
import type { Db } from "../../../platform/db/database.js";
import { defaultSource, sourceKey } from "../sources/source-rules.js";
import { keysOf, type SourceItemKey } from "../source-items/source-items.rows.js";
import { hasOwnStock } from "../stock-item/default-source.sql.js";
import { type StockSettings, stockSettingsColumn } from "../stock-item/stock-item.sql.js";
import { keyOf } from "../../../platform/db/models.js";

export interface LowQuantityRow {
  readonly source_code: string;
  readonly sku: string;
  /** Null if the threshold in the settings applies. */
  readonly notify_stock_qty: string | null;
  readonly stock_settings: StockSettings | null;
}

/** Returns the low-stock threshold of a product at a source, or undefined if the source or the product does not exist. */
export function readLowQuantity(db: Db, { sku, code }: SourceItemKey): Promise<LowQuantityRow | undefined> {
  return db.one<LowQuantityRow>(
    `select source.source_code, p.sku, own.notify_stock_qty, ${stockSettingsColumn}
    from inventory_source source cross join ${products} p
    left join inventory_low_stock_notification own on own.sku_key = p.sku_key and own.source_code = source.source_code
    where source.source_code_key = $1 and p.sku_key = $2`,
    [sourceKey(code), keyOf(sku)],
  );
}

export interface LowQuantityWrite extends SourceItemKey {
  readonly quantity: string | null;
}

/** Writes thresholds; each pair must occur once. Unknown sources are ignored. */
export async function writeLowQuantities(db: Db, settings: readonly LowQuantityWrite[]): Promise<void> {
  await db.execute(
    `insert into inventory_low_stock_notification (source_code, sku, sku_key, notify_stock_qty)
    select source.source_code, given.sku, given.sku_key, given.quantity
    from unnest($1::text[], $2::text[], $3::text[], $4::numeric[]) as given (sku_key, code_key, sku, quantity)
    join inventory_source source on source.source_code_key = given.code_key
    order by given.sku_key, source.source_code
    on conflict (sku_key, source_code) do update set notify_stock_qty = excluded.notify_stock_qty`,
    [...keysOf(settings), settings.map(({ sku }) => sku), settings.map(({ quantity }) => quantity)],
  );
}

/** Removes thresholds. Unknown pairs are ignored. */
export async function removeLowQuantities(db: Db, items: readonly SourceItemKey[]): Promise<void> {
  await db.execute(
    `delete from inventory_low_stock_notification own
    using unnest($1::text[], $2::text[]) as given (sku_key, code_key), inventory_source source
    where own.sku_key = given.sku_key and own.source_code = source.source_code
      and source.source_code_key = given.code_key`,
    keysOf(items),
  );
}

/**
 * Copies the thresholds of the default source to stock items. A stock item without a threshold, or with 0, uses
 * the threshold in the settings.
 */
export async function copyToStockItems(db: Db, skuKeys: readonly string[]): Promise<void> {
  await db.execute(
    `update stock_item i set use_config_notify_stock_qty = coalesce(own.notify_stock_qty, 0) = 0,
      notify_stock_qty = coalesce(nullif(own.notify_stock_qty, 0), i.notify_stock_qty)
    from ${products} p
    left join inventory_low_stock_notification own on own.sku_key = p.sku_key and own.source_code = '${defaultSource}'
    where i.product_id = p.id and p.sku_key = any($1::text[]) and ${hasOwnStock("p")}`,
    [skuKeys],
  );
}
