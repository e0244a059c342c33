import { compositeTypes } from "../../catalog/published.js";
import type { ReturnedUnits, StockEvent, StockQuantity, TakenQuantity } from "../../inventory/published.js";
import { noPieces, type Quantity } from "../../money/amount.js";
import { isPositive, min, subtract } from "../../money/arithmetic.js";
import type { ItemRow, StoredOrder } from "../orders/orders.rows.js";

/**
 * Returns the event of a document of an order. Only an order that was placed holds reservations; an imported one may have the
 * number of an order that does, so its event names no number.
 */
export const documentEvent = (order: StoredOrder, type: StockEvent["type"], documentId: number): StockEvent => ({
  type,
  documentId,
  orderId: order.entity_id,
  orderIncrementId: order.is_placed ? order.increment_id : "",
});

/** Whether a line holds stock: composite products do not, their parts do. */
export const holdsStock = ({ product_type: type }: ItemRow): boolean => !compositeTypes.has(type ?? "");

/** Divides what left the sources between lines, which may have the same SKU: returns for each what left which source. */
export function divideTaken(items: readonly StockQuantity[], taken: readonly TakenQuantity[]): ReturnedUnits[] {
  const left = taken.map((one) => ({ ...one, key: one.sku.toLowerCase() }));
  return items.map(({ sku, quantity }) => {
    let wanted: Quantity = quantity;
    return left.flatMap((one) => {
      const units = one.key === sku.toLowerCase() ? min(wanted, one.quantity) : noPieces;
      if (!isPositive(units)) return [];
      wanted = subtract(wanted, units);
      one.quantity = subtract(one.quantity, units);
      return [{ source: one.source, quantity: units }];
    });
  });
}
