import { type Amount, asAmount, zero } from "../../../../platform/money/amount.js";
import { add, compare, equals, isPositive, isZero, subtract, truncate } from "../../../../platform/money/arithmetic.js";
import { balancesOf } from "../../documents/commerce-shares.js";
import {
  isStillShipped,
  linesOf,
  type QuantityRow,
  unitsToInvoice,
  unitsToRefund,
  unitsToShip,
  unshippedUnits,
} from "../items/item-quantities.js";
import type { ItemRow, StoredOrder } from "../stored-order.js";

/** An action on an order. */
type Action = "hold" | "unhold" | "cancel" | "invoice" | "ship" | "refund";

const open: readonly Action[] = ["hold", "cancel", "invoice", "ship", "refund"];

/** The states of orders, each with its statuses, of which the first is the default, and the allowed actions. */
const states: Readonly<Record<string, { readonly statuses: readonly string[]; readonly actions: readonly Action[] }>> =
  {
    new: { statuses: ["pending"], actions: open },
    pending_payment: { statuses: ["pending_payment"], actions: open },
    processing: { statuses: ["processing", "fraud"], actions: open },
    complete: { statuses: ["complete"], actions: ["ship", "refund"] },
    closed: { statuses: ["closed"], actions: ["ship"] },
    canceled: { statuses: ["canceled"], actions: [] },
    holded: { statuses: ["holded"], actions: ["unhold"] },
    payment_review: { statuses: ["payment_review", "fraud"], actions: [] },
  };

/** The columns of an order that its actions depend on. */
export type OrderFacts = Pick<
  StoredOrder,
  | "state"
  | "status"
  | "is_virtual"
  | "grand_total"
  | "total_paid"
  | "total_refunded"
  | "adjustment_negative"
  | "commerce"
  | "pickup_location_code"
> & {
  readonly items: readonly (QuantityRow &
    Pick<ItemRow, "is_virtual" | "locked_do_invoice" | "locked_do_ship" | "product_type">)[];
};

/**
 * Whether a state allows an action. A state unknown to Magento, for example of an imported order, allows all except
 * releasing from hold.
 */
const allows = ({ state }: OrderFacts, action: Action) => (states[state ?? ""]?.actions ?? open).includes(action);

/** Whether an order may have a status: its current one, or one of its state. */
export const isStatusOf = ({ state, status }: Pick<OrderFacts, "state" | "status">, wanted: string): boolean =>
  wanted === status || (states[state ?? ""]?.statuses.includes(wanted) ?? false);

/** A state with its default status. */
export interface StateAndStatus {
  readonly state: string;
  readonly status: string;
}

/** Returns a state with its default status. */
export const inState = (
  state: "new" | "processing" | "complete" | "closed" | "canceled" | "holded",
): StateAndStatus => ({
  state,
  status: states[state]?.statuses[0] ?? state,
});

/** Returns the default status of a state; undefined for a state unknown to Magento. */
export const defaultStatusOf = (state: string | null | undefined): string | undefined =>
  states[state ?? ""]?.statuses[0];

export const canHold = (order: OrderFacts): boolean => allows(order, "hold");
export const canUnhold = (order: OrderFacts): boolean => allows(order, "unhold");

export const canCancel = (order: OrderFacts): boolean =>
  allows(order, "cancel") && linesOf(order.items).some((line) => isPositive(unitsToInvoice(line)));

export const canInvoice = (order: OrderFacts): boolean =>
  allows(order, "invoice") &&
  linesOf(order.items).some((line) => isPositive(unitsToInvoice(line)) && !line.row.locked_do_invoice);

export const canShip = (order: OrderFacts): boolean =>
  allows(order, "ship") &&
  !order.is_virtual &&
  linesOf(order.items).some(
    (line) => isPositive(unitsToShip(line)) && !line.row.is_virtual && !line.row.locked_do_ship,
  );

const amount = (given: string | null | undefined) => asAmount(given ?? 0);

/** The total of an order, in money and from balances. */
export const orderTotal = ({ grand_total, commerce }: OrderFacts): Amount =>
  add(amount(grand_total), balancesOf(commerce, "", "amount"));
/** The refunded total of an order, in money and to balances. */
export const refundedTotal = ({ total_refunded, commerce }: OrderFacts): Amount =>
  add(amount(total_refunded), balancesOf(commerce, "", "refunded"));

/** Whether a credit memo can be created. An order with a total of 0 already has one if its refunded total is set. */
export function canRefund(order: OrderFacts): boolean {
  if (!allows(order, "refund")) return false;
  const paid = add(amount(order.total_paid), balancesOf(order.commerce, "", "invoiced"));
  const rest = subtract(paid, refundedTotal(order));
  if (isZero(orderTotal(order))) return !canInvoice(order) && order.total_refunded == null;
  return !isZero(rest) && !equals(rest, amount(order.adjustment_negative));
}

const isShippedOut = ({ items }: OrderFacts) => linesOf(items).every((line) => !isPositive(unshippedUnits(line)));

/** Whether a pickup order waits for nothing but its payment, so that customers see it as complete, as in Magento. */
const isPickedUp = (order: OrderFacts) =>
  Boolean(order.pickup_location_code) && order.state === "processing" && !canShip(order);

interface Documents {
  /** Whether the order has an invoice that is not paid. */
  readonly hasOpenInvoice: boolean;
}

/**
 * Returns the state that an order gets whenever it is saved, or undefined if it keeps its own: closed once nothing is left
 * to refund or ship, complete once nothing is left to invoice or ship.
 */
export function finishedState(order: OrderFacts, documents: Documents): StateAndStatus | undefined {
  const { state, status, total_paid, grand_total } = order;
  if (state === "canceled" || canUnhold(order)) return undefined;
  if (canInvoice(order)) return isPickedUp(order) ? { state: "processing", status: "complete" } : undefined;
  const due = subtract(amount(grand_total), amount(total_paid));
  if (documents.hasOpenInvoice && compare(truncate(due), zero) > 0) return undefined;
  const isShipped = !canShip(order) || isShippedOut(order);
  const isDone = state === "processing" || state === "complete";
  if (isDone && !order.is_virtual && isShipped && !canRefund(order)) return stateChange(order, "closed");
  if (order.is_virtual && status === "closed") return stateChange(order, "closed");
  return state === "processing" && isShipped ? stateChange(order, "complete") : undefined;
}

const stateChange = (order: OrderFacts, state: "closed" | "complete") =>
  order.state === state ? undefined : inState(state);

/**
 * Returns the state of an order after it is canceled. If a part is invoiced, the order is complete once that part is
 * shipped, and processing until then.
 */
export function stateAfterCancel({ items }: Pick<OrderFacts, "items">): StateAndStatus {
  const lines = linesOf(items);
  const kept = lines.filter((line) => isPositive(unitsToRefund(line)));
  if (kept.length === 0) return inState("canceled");
  const ids = new Set(kept.map(({ row }) => row.item_id));
  // Parts of a bundle with a fixed price are kept with the bundle.
  const open = lines.filter(({ row, parent }) => ids.has(row.item_id) || (parent && ids.has(parent.item_id)));
  return inState(open.some(isStillShipped) ? "processing" : "complete");
}
