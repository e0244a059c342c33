import { UserType, type Actor } from "../../../../api/auth/actor.js";
import { invalid } from "../../../../api/call/errors.js";
import { namedFields } from "../../../../api/search-criteria/criteria.js";
import type { SearchCriteria } from "../../../../api/search-criteria/search-criteria.types.js";
import { toOrder } from "../order-answer.js";
import type { Order } from "../orders.types.js";
import type { CommentRow, PaymentRow, StoredOrder } from "../stored-order.js";

/** Columns that are for the shop alone. */
const shopColumns = ["remote_ip", "x_forwarded_for", "protect_code", "base_total_invoiced_cost"] as const;

/**
 * Returns criteria that find only orders of the caller. Throws 400 if they name a column that the caller may not see,
 * because a filter or a sort order would reveal its values.
 */
export function ownOrders(criteria: SearchCriteria, { id }: Actor): SearchCriteria {
  const column = namedFields(criteria).find((name) => shopColumns.some((known) => known === name));
  if (column !== undefined) throw invalid("field", column);
  const own = { filters: [{ field: "customer_id", value: String(id), condition_type: "eq" }] };
  return { ...criteria, filter_groups: [...(criteria.filter_groups ?? []), own] };
}

/** Returns an order as its customer may see it: without costs, internal comments, IP addresses and details of the payment. */
function toOwnOrder(stored: StoredOrder): Order {
  return toOrder({
    ...stored,
    ...Object.fromEntries(shopColumns.map((name) => [name, null])),
    items: stored.items.map((item) => ({ ...item, base_cost: null })),
    history: stored.history.filter(isShown),
    payment: stored.payment && toOwnPayment(stored.payment),
  });
}

const isShown = ({ is_visible_on_front: shown }: CommentRow): boolean => Boolean(shown);

/** Keeps the method, its title and the amounts: details of gateways are for the shop. */
function toOwnPayment(payment: PaymentRow): PaymentRow {
  const { method_title: title } = (payment.additional_information ?? {}) as { readonly method_title?: unknown };
  const amounts = Object.entries(payment).filter(([name]) =>
    /^(?:base_)?(?:amount|shipping)_|_id$|^method$/.test(name),
  );
  return {
    ...(Object.fromEntries(amounts) as PaymentRow),
    additional_information: typeof title === "string" ? { method_title: title } : {},
  };
}

/** Returns the form in which a caller sees orders: customers see only their own, without what the shop keeps to itself. */
export const orderFormFor = ({ type }: Actor): ((stored: StoredOrder) => Order) =>
  type === UserType.customer ? toOwnOrder : toOrder;
