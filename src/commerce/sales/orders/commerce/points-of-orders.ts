import { earnPoints, deductEarnedPoints } from "../../../balance/published.js";
import type { Context } from "../../../../api/call/context.js";
import { type Amount, asAmount, zero } from "../../../../platform/money/amount.js";
import { add, isPositive, isZero, max, subtract } from "../../../../platform/money/arithmetic.js";
import { readRulePoints } from "../../../promotion/published.rules.js";
import { readStoreViews } from "../../../store/published.js";
import { balancesOf, type Stage } from "../../documents/commerce-shares.js";
import type { ChangedOrder } from "../../documents/document-listener.js";
import { linesOf, unitsToInvoice } from "../items/item-quantities.js";
import { refundedTotal } from "../states/order-states.js";
import type { OrderColumns, StoredOrder } from "../stored-order.js";

/**
 * Gives the customer of a placed order the earned reward points once nothing is left to invoice, and takes them back in
 * proportion to refunds.
 */
export async function updateRewardPoints(
  { db, actor }: Pick<Context, "db" | "actor">,
  change: ChangedOrder,
): Promise<void> {
  const { cause, order } = change;
  const isRefund = cause.startsWith("creditmemo:");
  const { customer_id: customerId } = order;
  if (customerId == null || !order.is_placed || (!isRefund && !isInvoiced(order))) return;
  const views = await readStoreViews(db);
  const websiteId = views.find(({ id }) => id === order.store_id)?.website_id;
  if (websiteId === undefined) return;
  const { entity_id: orderId, increment_id: incrementId } = order;
  const earning = { orderId, incrementId, customerId, groupId: order.customer_group_id ?? 0, websiteId };
  if (isRefund) await deductEarnedPoints(db, actor, { ...earning, cause, ...refundOf(order) });
  else {
    const ids = (order.applied_rule_ids ?? "").split(",").map(Number).filter(Boolean);
    const byRules = await readRulePoints(db, ids);
    await earnPoints(db, actor, { ...earning, amount: goodsAmount(order, "invoiced"), byRules });
  }
}

/** Whether all units that were not canceled are invoiced, and at least one is. */
function isInvoiced({ items }: StoredOrder): boolean {
  const lines = linesOf(items);
  return (
    lines.every((line) => !isPositive(unitsToInvoice(line))) &&
    lines.some(({ row }) => isPositive(asAmount(row.qty_invoiced ?? 0)))
  );
}

/** Returns the amount of money that was paid or refunded for goods, without tax, in base currency. */
function goodsAmount(order: OrderColumns, stage: Stage): Amount {
  const of = (name: "total" | "shipping" | "tax") => asAmount(order[`base_${name}_${stage}`] ?? 0);
  return max(subtract(subtract(of("total"), of("shipping")), of("tax")), zero);
}

/**
 * Returns the refunded and the paid amount of an order: money for goods or, if balances paid for all goods, the whole
 * order.
 */
function refundOf(order: StoredOrder): { readonly refunded: Amount; readonly paid: Amount } {
  const paid = goodsAmount(order, "invoiced");
  const hasAll = order.state === "closed";
  if (!isZero(paid)) return { paid, refunded: hasAll ? paid : goodsAmount(order, "refunded") };
  const whole = add(asAmount(order.total_paid ?? 0), balancesOf(order.commerce, "", "invoiced"));
  return { paid: whole, refunded: hasAll ? whole : refundedTotal(order) };
}
