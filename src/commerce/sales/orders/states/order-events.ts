import type { Db } from "../../../../platform/db/database.js";
import { decimal, recordEvents } from "../../../events/published.recording.js";
import type { OrderColumns } from "../stored-order.js";

/**
 * The columns of an order that its events contain. Names and addresses are left out; they require `GET /V1/orders/:id` and
 * its permission.
 */
export type OrderEventColumns = Pick<
  OrderColumns,
  | "entity_id"
  | "increment_id"
  | "ext_order_id"
  | "store_id"
  | "customer_id"
  | "state"
  | "status"
  | "order_currency_code"
  | "base_currency_code"
  | "grand_total"
  | "base_grand_total"
>;

/** Records an event of an order, which must be new or locked. */
export function recordOrderEvent(
  db: Db,
  type: "order.placed" | "order.state_changed",
  order: OrderEventColumns,
): Promise<void> {
  const { entity_id, increment_id, ext_order_id, store_id, customer_id, state, status } = order;
  const data = {
    ...{ entity_id, increment_id, ext_order_id: ext_order_id ?? undefined, store_id },
    ...{ customer_id: customer_id ?? undefined, state: state ?? null, status: status ?? null },
    order_currency_code: order.order_currency_code ?? undefined,
    base_currency_code: order.base_currency_code ?? undefined,
    grand_total: decimal(order.grand_total ?? undefined),
    base_grand_total: decimal(order.base_grand_total ?? undefined),
  };
  return recordEvents(db, [{ type, data }]);
}
