import { asQuantity, type Quantity } from "../../../platform/money/amount.js";
import { isGreater, isLess } from "../../../platform/money/arithmetic.js";
import type { StockColumns, StockItemRow } from "./stock-item.sql.js";
import type { StockItem } from "./stock-item.types.js";

/**
 * Returns the columns derived from a change of stock, given the row before and the stock item after it with the values of
 * settings. Managed stock that has run out is out of stock unless backorders are allowed. Stock that was out of stock only
 * because it had run out is in stock again. Low stock has the date at which it became low, whether it is managed or not.
 */
export function deriveStockColumns(before: StockItemRow, next: StockItem): StockColumns {
  const qty = asQuantity(next.qty ?? 0);
  const isLow = isLess(qty, asQuantity(next.notify_stock_qty ?? 0));
  return { ...statusAfter(before, next, qty), low_stock_date: isLow ? (before.low_stock_date ?? utcNow()) : null };
}

function statusAfter(before: StockItemRow, next: StockItem, qty: Quantity): StockColumns {
  if (next.manage_stock !== true) return { stock_status_changed_auto: 0 };
  const isUsedUp = !isGreater(qty, asQuantity(next.min_qty ?? 0));
  return next.backorders === 0 && isUsedUp ? runOut(before, next) : available(before, next);
}

/**
 * `stock_status_changed_auto` is 1 if the quantity decided. A product that somebody had set out of stock before keeps its
 * value.
 */
const runOut = (before: StockItemRow, next: StockItem): StockColumns => ({
  is_in_stock: false,
  stock_status_changed_auto: before.is_in_stock || next.is_in_stock === true ? 1 : before.stock_status_changed_auto,
});

/** A manual decision stands. A product that was out of stock only because of its quantity is in stock again. */
function available(before: StockItemRow, { is_in_stock: isInStock }: StockItem): StockColumns {
  if (before.is_in_stock !== isInStock) return { stock_status_changed_auto: 0 };
  return { is_in_stock: isInStock || before.stock_status_changed_auto === 1 };
}

/** Returns the current time in UTC as `YYYY-MM-DD hh:mm:ss`. */
export const utcNow = (): string => new Date().toISOString().slice(0, 19).replace("T", " ");
