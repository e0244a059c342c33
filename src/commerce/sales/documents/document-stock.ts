import { compositeTypes } from "../../catalog/published.terms.js";
import type { ReturnedUnits, TakenQuantity } from "../../inventory/published.js";
import type { StockEvent, StockQuantity } from "../../inventory/published.reservations.js";
import { zeroQuantity, type Quantity } from "../../../platform/money/amount.js";
import { isPositive, min, subtract } from "../../../platform/money/arithmetic.js";
import type { ItemRow, StoredOrder } from "../orders/stored-order.js";
import { keyOf } from "../../../platform/db/models.js";

/**
 * Returns the stock event of a document. Only placed orders have reservations. An imported order may have the number of
 * one of them, so its event has no number.
 */
export const documentEvent = (order: StoredOrder, type: StockEvent["type"], documentId: number): StockEvent => ({
  type,
  documentId,
  orderId: order.entity_id,
  orderIncrementId: order.is_placed ? order.increment_id : "",
});

/**
 * Whether the product of a line has stock of its own. Composite products do not; their parts do. A line of the type
 * `grouped` is for a member of a group, which has.
 */
export const hasOwnStock = ({ product_type: type }: ItemRow): boolean =>
  type === "grouped" || !compositeTypes.has(type ?? "");

/**
 * Divides quantities taken from sources between lines, which may have the same SKU. Returns the units taken from each
 * source, per line.
 */
export function divideTaken(items: readonly StockQuantity[], taken: readonly TakenQuantity[]): ReturnedUnits[] {
  const left = taken.map((one) => ({ ...one, key: keyOf(one.sku) }));
  return items.map(({ sku, quantity }) => {
    let wanted: Quantity = quantity;
    return left.flatMap((one) => {
      const units = one.key === sku.toLowerCase() ? min(wanted, one.quantity) : zeroQuantity;
      if (!isPositive(units)) return [];
      wanted = subtract(wanted, units);
      one.quantity = subtract(one.quantity, units);
      return [{ source: one.source, quantity: units }];
    });
  });
}
