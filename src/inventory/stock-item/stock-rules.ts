import { asQuantity } from "../../money/amount.js";
import { isGreater, isLess } from "../../money/arithmetic.js";
import type { StockColumns, StockItemRow } from "./stock-item.sql.js";
import type { StockItem } from "./stock-item.types.js";

/**
 * What follows from a change of stock that is counted, from how it was and, settings in place, how it is to be: what has
 * run out is out of stock, unless it may be ordered all the same; what was out of stock only for that is in stock again;
 * and stock that is low has the date since when.
 */
export function settledStock(before: StockItemRow, next: StockItem): StockColumns {
  if (next.manage_stock !== true) return { stock_status_changed_auto: 0, low_stock_date: null };
  const qty = asQuantity(next.qty ?? 0);
  const isLow = isLess(qty, asQuantity(next.notify_stock_qty ?? 0));
  const isUsedUp = !isGreater(qty, asQuantity(next.min_qty ?? 0));
  return {
    ...(next.backorders === 0 && isUsedUp ? runOut(before, next) : available(before, next)),
    low_stock_date: isLow ? (before.low_stock_date ?? utcNow()) : null,
  };
}

/** `stock_status_changed_auto` is 1 where the quantity has decided; what somebody had taken out of stock before stays so. */
const runOut = (before: StockItemRow, next: StockItem): StockColumns => ({
  is_in_stock: false,
  stock_status_changed_auto: before.is_in_stock || next.is_in_stock === true ? 1 : before.stock_status_changed_auto,
});

/** Somebody's decision stands; what the quantity alone had decided, it decides anew. */
function available(before: StockItemRow, { is_in_stock: isInStock }: StockItem): StockColumns {
  if (before.is_in_stock !== isInStock) return { stock_status_changed_auto: 0 };
  return { is_in_stock: isInStock || before.stock_status_changed_auto === 1 };
}

const utcNow = () => new Date().toISOString().slice(0, 19).replace("T", " ");
