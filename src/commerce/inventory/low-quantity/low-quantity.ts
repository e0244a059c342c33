import { couldNotSave, inputError } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { fit, stockColumn } from "../../../platform/money/columns.js";
import { inputEmpty } from "../broken-rules.js";
import { isDefaultSource, sourceKey } from "../sources/source-rules.js";
import { hasSeveralSources } from "../sources/sources.rows.js";
import type { SourceItemKey } from "../source-items/source-items.rows.js";
import type { SourceItem } from "../source-items/source-items.types.js";
import { copyRowsToStockItems, lockStockItems } from "../stock-item/default-source.sql.js";
import { stockDefaults } from "../stock-item/stock-item.sql.js";
import {
  copyToStockItems,
  type LowQuantityWrite,
  readLowQuantity,
  removeLowQuantities,
  writeLowQuantities,
} from "./low-quantity.sql.js";
import type { SourceItemConfiguration } from "./low-quantity.types.js";
import { isBlank } from "../../../api/call/spelling.js";
import { keyOf } from "../../../platform/db/models.js";

/** Returns the low-stock threshold of a product at a source. Throws 400 for an unknown source or SKU. */
export async function requireLowQuantity(db: Db, code: string, sku: string): Promise<SourceItemConfiguration> {
  const row = await readLowQuantity(db, { code, sku });
  if (!row) throw inputError("Wrong input data");
  const quantity = row.notify_stock_qty ?? stockDefaults(row.stock_settings).notifyQty;
  return { source_code: row.source_code, notify_stock_qty: quantity, sku: row.sku };
}

/**
 * Sets the low-stock thresholds of SKUs at sources, all or none. Products need not exist. As in Magento, unknown sources
 * are ignored. Throws 400 for an empty list, and for a value that does not fit its column.
 */
export async function saveLowQuantities(db: Db, given: readonly SourceItemConfiguration[]): Promise<void> {
  if (given.length === 0) throw inputEmpty();
  const writes = lastOfEachPair(given);
  await withStockItems(db, writes, () => writeLowQuantities(db, writes));
}

/**
 * Deletes the low-stock thresholds of SKUs at sources, so that the one in the settings applies. Unknown pairs are ignored.
 */
export async function deleteLowQuantities(db: Db, items: readonly SourceItem[]): Promise<void> {
  const keys = items.flatMap(({ sku, source_code: code }) => (sku != null && code != null ? [{ sku, code }] : []));
  if (keys.length > 0) await withStockItems(db, keys, () => removeLowQuantities(db, keys));
}

/** Runs a write. As in Magento, stock items are synchronized with the default source only if several sources are enabled. */
async function withStockItems(db: Db, items: readonly SourceItemKey[], write: () => Promise<void>): Promise<void> {
  const skuKeys = items.filter(({ code }) => isDefaultSource(code)).map(({ sku }) => keyOf(sku));
  if (skuKeys.length === 0 || !(await hasSeveralSources(db))) return write();
  const settings = await lockStockItems(db, skuKeys);
  await write();
  await copyToStockItems(db, skuKeys);
  // Updates the date at which stock became low, too.
  await copyRowsToStockItems(db, skuKeys, settings);
}

/** Maximum length of a SKU. */
const skuLength = 64;

/** Keeps the last of equal pairs, because one statement cannot write a row twice. */
function lastOfEachPair(given: readonly SourceItemConfiguration[]): LowQuantityWrite[] {
  const last = new Map<string, LowQuantityWrite>();
  for (const { source_code: code, sku, notify_stock_qty: notify } of given) {
    const quantity = notify == null ? null : fit(notify, stockColumn);
    if (code == null || sku == null || isBlank(sku) || [...sku].length > skuLength || quantity === undefined) {
      throw couldNotSave("Could not save Source Item Configuration");
    }
    last.set(`${sourceKey(code)} ${keyOf(sku)}`, { code, sku, quantity });
  }
  return [...last.values()];
}
