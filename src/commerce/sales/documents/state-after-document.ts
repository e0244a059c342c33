import type { Db, Writes } from "../../../platform/db/database.js";
import { isPositive, isZero } from "../../../platform/money/arithmetic.js";
import { recordStateChange } from "../orders/states/save-columns.js";
import { readFinishedState } from "../orders/settle.rows.js";
import {
  canInvoice,
  canRefund,
  canShip,
  canUnhold,
  inState,
  isStatusOf,
  type OrderFacts,
  type StateAndStatus,
  refundedTotal,
  orderTotal,
} from "../orders/states/order-states.js";
import type { ItemRow, OrderColumns, PaymentRow, StoredOrder } from "../orders/stored-order.js";
import { type ChangedRows, updateRows } from "./update-rows.sql.js";

/** Rule by which a document changes the state of its order. */
interface StateRule {
  /** Whether the document starts the processing of a new order, as invoices and shipments do. */
  readonly beginsProcessing: boolean;
  /** Whether to keep a status that belongs to the new state. Otherwise the order gets the state's default status. */
  readonly keepsStatus: boolean;
}

/**
 * Returns the rule of a shipment or a payment: it starts the processing of a new order. An order in the state `processing`
 * keeps its status, even a custom one of the shop.
 */
export const processingRuleOf = ({ state }: OrderFacts): StateRule => ({
  beginsProcessing: true,
  keepsStatus: state === "processing",
});

/** Returns the state of an order after a document, before the rule of every save (`finishedState`) applies. */
export function stateAfterDocument(order: OrderFacts, { beginsProcessing, keepsStatus }: StateRule): StateAndStatus {
  const state = stateOf(order, beginsProcessing);
  const { status } = order;
  if (!keepsStatus || status == null) return inState(state);
  // An order whose state does not change keeps even a status that only the shop knows.
  const belongs = state === order.state || isStatusOf({ ...order, state, status: null }, status);
  return belongs ? { state, status } : inState(state);
}

function stateOf(order: OrderFacts, beginsProcessing: boolean): "new" | "processing" | "complete" | "closed" {
  const isOpen = order.state === "canceled" || canUnhold(order) || canInvoice(order) || canShip(order);
  if (!isOpen && (isZero(orderTotal(order)) || canRefund(order))) return "complete";
  if (!isOpen && isPositive(refundedTotal(order))) return "closed";
  return order.state === "processing" || beginsProcessing ? "processing" : "new";
}

/** Changes that a document makes to its order. */
export interface OrderChange {
  readonly columns?: OrderColumns;
  /** Changed lines, all with the same columns. */
  readonly items?: readonly (Partial<ItemRow> & Pick<ItemRow, "item_id">)[];
  readonly payment?: PaymentRow | undefined;
  readonly state: StateRule;
  /** Executes the writes; by default immediately. */
  readonly writes?: Writes;
}

/**
 * Writes the changes of a document to a locked order and the resulting state with one statement. Returns the changed
 * order.
 */
export async function saveOrderChange(db: Db, order: StoredOrder, change: OrderChange): Promise<StoredOrder> {
  const { columns = {}, items = [], payment = {}, state, writes = db } = change;
  const changes = new Map(items.map((item) => [item.item_id, item]));
  const changed: StoredOrder = {
    ...order,
    ...columns,
    items: order.items.map((item) => ({ ...item, ...changes.get(item.item_id) })),
    payment: order.payment && { ...order.payment, ...payment },
  };
  const resolved = { ...changed, ...stateAfterDocument(changed, state) };
  const final = { ...resolved, ...(await readFinishedState(db, resolved)) };
  const { entity_id, state: newState, status } = final;
  const parts: ChangedRows[] = [
    { model: "salesOrder", rows: [{ ...columns, state: newState, status, entity_id }] },
    { model: "salesOrderItem", rows: items },
  ];
  const paymentId = order.payment?.entity_id;
  if (paymentId !== undefined && Object.keys(payment).length > 0) {
    parts.push({ model: "salesOrderPayment", rows: [{ ...payment, entity_id: paymentId }] });
  }
  await updateRows(writes, parts);
  await recordStateChange(db, order, final);
  return final;
}
