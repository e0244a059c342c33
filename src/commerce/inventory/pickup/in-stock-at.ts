import type { Db } from "../../../platform/db/database.js";
import { keyOf } from "../../../platform/db/models.js";
import { zeroQuantity } from "../../../platform/money/amount.js";
import { isLess } from "../../../platform/money/arithmetic.js";
import { type StockQuantity, sumBySku } from "../reservations/stock-event.js";
import { readManagedKeys } from "../salability/salability.sql.js";
import { readInStock } from "../source-selection/source-selection.rows.js";
import { readSource } from "../sources/sources.rows.js";

/**
 * Whether an enabled source has quantities of products in stock. Of products whose stock is not managed it has any
 * quantity.
 */
export async function isInStockAt(
  db: Db,
  { code, items }: { readonly code: string; readonly items: readonly StockQuantity[] },
): Promise<boolean> {
  const source = await readSource(db, code);
  if (source?.enabled !== true) return false;
  const wanted = sumBySku(items);
  const keys = [...wanted.keys()];
  const [managed, rows] = await Promise.all([readManagedKeys(db, keys), readInStock(db, [source], keys)]);
  const held = new Map(rows.map(({ sku, quantity }) => [keyOf(sku), quantity]));
  return [...wanted].every(
    ([key, { quantity }]) => !managed.has(key) || !isLess(held.get(key) ?? zeroQuantity, quantity),
  );
}
