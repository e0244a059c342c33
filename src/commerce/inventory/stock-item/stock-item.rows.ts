import type { Db } from "../../../platform/db/database.js";
import { keyOf } from "../../../platform/db/models.js";
import { defaultSource } from "../sources/source-rules.js";
import { lockDefaultRow } from "./default-source.sql.js";
import type { FirstStock } from "./stock-item.sql.js";

/** Inserts the stock item of a new composite product. */
export async function insertStock(db: Db, product_id: number, stock: FirstStock): Promise<void> {
  await db.models.stockItem.createMany({ data: { product_id, ...stock, stock_status_changed_auto: 0 } });
}

/** Sets the quantity of a stock item to 0. */
export async function emptyStock(db: Db, product_id: number): Promise<void> {
  await db.models.stockItem.updateMany({ where: { product_id }, data: { qty: "0", low_stock_date: null } });
}

/**
 * Inserts an empty row at `default`, or locks the existing one, which another call may then no longer change or remove.
 * Returns whether it inserted one.
 */
export async function insertOrLockRow(db: Db, sku: string): Promise<boolean> {
  const data = { source_code: defaultSource, sku, sku_key: keyOf(sku) };
  const { count } = await db.models.inventorySourceItem.createMany({ data, skipDuplicates: true });
  if (count > 0) return true;
  // The row may have been removed since.
  return (await lockDefaultRow(db, sku)) ? false : insertOrLockRow(db, sku);
}

/** Sets the low-stock threshold of a product at the default source; null uses the one in the settings. */
export async function writeDefaultNotification(db: Db, sku: string, quantity: string | number | null): Promise<void> {
  const key = { sku_key: keyOf(sku), source_code: defaultSource };
  const notify_stock_qty = quantity === null ? null : String(quantity);
  await db.models.inventoryLowStockNotification.upsert({
    where: { sku_key_source_code: key },
    create: { ...key, sku, notify_stock_qty },
    update: { notify_stock_qty },
    select: { sku: true },
  });
}
