import { compositeTypes } from "../../catalog/published.terms.js";
import type { Db } from "../../../platform/db/database.js";
import { moveReservations } from "../reservations/reservations.sql.js";
import {
  copyRowToStockItem,
  lockStockItems,
  moveRows,
  removeEmptyRow,
  removeRows,
  respellRows,
} from "./default-source.sql.js";
import { emptyStock, insertOrLockRow } from "./stock-item.rows.js";
import type { StockOwner } from "./stock-item.js";
import { keyOf } from "../../../platform/db/models.js";

/** Removes the stock of a deleted product from every source. */
export const removeStock = (db: Db, sku: string): Promise<void> => removeRows(db, sku);

/**
 * Moves the stock of a renamed product to its new SKU at every source. Rows that were saved for the new SKU before the
 * product existed now apply, except at sources where the product has stock. A SKU that changes only its case keeps its
 * stock.
 */
export async function renameStock(db: Db, product: StockOwner, formerSku: string): Promise<void> {
  if (keyOf(formerSku) === keyOf(product.sku)) return respellRows(db, product.sku);
  await moveReservations(db, formerSku, product.sku);
  await lockStockItems(db, [keyOf(product.sku)]);
  const hasDefault = await moveRows(db, formerSku, product.sku);
  if (!hasDefault && !compositeTypes.has(product.typeId)) await copyWaitingRow(db, product.sku, { keepsStock: true });
}

/**
 * Removes the stock of a product that becomes composite. One that is no longer composite gets the quantity of its SKU at
 * the default source.
 */
export async function retypeStock(db: Db, product: StockOwner, formerType: string): Promise<void> {
  const isComposite = compositeTypes.has(product.typeId);
  if (isComposite === compositeTypes.has(formerType)) return;
  await lockStockItems(db, [keyOf(product.sku)]);
  if (!isComposite) return copyWaitingRow(db, product.sku, { keepsStock: false });
  await emptyStock(db, product.id);
  await removeRows(db, product.sku);
}

/** Copies the row that waits for the SKU. Without one, the stock item is kept, or emptied. */
async function copyWaitingRow(db: Db, sku: string, { keepsStock }: { readonly keepsStock: boolean }): Promise<void> {
  const isNew = await insertOrLockRow(db, sku);
  if (!isNew || !keepsStock) await copyRowToStockItem(db, sku);
  if (isNew) await removeEmptyRow(db, sku);
}
