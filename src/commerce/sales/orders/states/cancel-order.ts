import type { Context } from "../../../../api/call/context.js";
import type { Db } from "../../../../platform/db/database.js";
import { release } from "../../../inventory/published.reservations.js";
import { asAmount, zero } from "../../../../platform/money/amount.js";
import { absolute, add, isPositive, isZero, proportion, subtract } from "../../../../platform/money/arithmetic.js";
import { round } from "../../../../platform/money/rounding.js";
import { returnUses } from "../../../promotion/published.js";
import { readCouponId } from "../../../promotion/published.rules.js";
import type { DocumentListener } from "../../documents/document-listener.js";
import { readGateway, voidAuthorization } from "../../transactions/gateway-payment.js";
import { updateItem } from "./change-order.rows.js";
import { saveColumns } from "./save-columns.js";
import { type Line, linesOf, unitsToCancel, unitsToRelease } from "../items/item-quantities.js";
import { canCancel, stateAfterCancel } from "./order-states.js";
import { returnBalances } from "../commerce/return-balances.js";
import { lockOrder } from "../lock-order.js";
import type { ItemRow, OrderColumns, StoredOrder } from "../stored-order.js";
import { readStockOfOrder } from "../stock-of-order.js";

/**
 * Cancels the units of an order that are neither invoiced nor shipped: voids the authorization at the gateway, releases
 * the stock, and returns the amounts of gift cards, store credit and reward points and the uses of coupons. Returns false,
 * and changes nothing, if the order cannot be canceled. Throws 404 for an unknown order.
 */
export async function cancelOrder(
  { db, actor, listener }: Pick<Context, "db" | "actor"> & { readonly listener: DocumentListener },
  id: number,
): Promise<boolean> {
  const order = await lockOrder(db, id);
  if (!canCancel(order)) return false;
  const lines = linesOf(order.items);
  const items = lines.map((line) => ({ ...line.row, ...canceledColumns(line) }));
  const ended = stateAfterCancel(order);
  await voidOpenAuthorization(db, order);
  await releaseStock(db, order, ended.state === "processing" ? linesOf(items) : []);
  await returnBalances(db, order, actor);
  const after = { ...order, items, ...canceledTotals(order), ...ended };
  await listener.orderChanged({ db, actor }, { cause: `cancel:${id}`, order: after });
  await returnCoupons(db, order);
  for (const line of lines) await updateItem(db, line.row.item_id, canceledColumns(line));
  await saveColumns(db, { ...order, items }, { ...canceledTotals(order), ...ended });
  return true;
}

const amount = (given: string | null | undefined) => asAmount(given ?? 0);
const places = 4;

/** Returns the columns of a line after its cancellation, also if none of its units are canceled. */
export function canceledColumns(line: Line<ItemRow>): Partial<ItemRow> {
  const { row } = line;
  const quantity = unitsToCancel(line);
  const share = (whole: string | null | undefined) =>
    isPositive(quantity) ? proportion(amount(whole), asAmount(quantity), amount(row.qty_ordered)) : zero;
  // Magento uses the tax in base currency here.
  const tax = add(amount(row.tax_canceled), share(row.base_tax_amount));
  const compensation = add(amount(row.discount_tax_compensation_canceled), share(row.discount_tax_compensation_amount));
  return {
    qty_canceled: round(add(amount(row.qty_canceled), asAmount(quantity)), places),
    tax_canceled: round(tax, places),
    discount_tax_compensation_canceled: round(compensation, places),
  };
}

/** Returns the canceled totals of an order: amounts that were not invoiced, and the total that was not paid. */
export function canceledTotals(order: OrderColumns): OrderColumns {
  const rest = (whole: string | null | undefined, part: string | null | undefined) =>
    subtract(absolute(amount(whole)), absolute(amount(part)));
  return {
    subtotal_canceled: rest(order.subtotal, order.subtotal_invoiced),
    base_subtotal_canceled: rest(order.base_subtotal, order.base_subtotal_invoiced),
    tax_canceled: rest(order.tax_amount, order.tax_invoiced),
    base_tax_canceled: rest(order.base_tax_amount, order.base_tax_invoiced),
    shipping_canceled: rest(order.shipping_amount, order.shipping_invoiced),
    base_shipping_canceled: rest(order.base_shipping_amount, order.base_shipping_invoiced),
    discount_canceled: rest(order.discount_amount, order.discount_invoiced),
    base_discount_canceled: rest(order.base_discount_amount, order.base_discount_invoiced),
    total_canceled: rest(order.grand_total, order.total_paid),
    base_total_canceled: rest(order.base_grand_total, order.base_total_paid),
  };
}

/** Voids the open authorization of an order at its gateway, if there is one. */
async function voidOpenAuthorization(db: Db, order: StoredOrder): Promise<void> {
  const gateway = await readGateway(db, order);
  if (gateway) await voidAuthorization(db, order, gateway);
}

/**
 * Releases the units that an order has reserved and that its lines, as they are after the cancellation, no longer need, by
 * the current SKUs of the products. An imported order has reserved nothing.
 */
async function releaseStock(db: Db, order: StoredOrder, needed: readonly Line<ItemRow>[]): Promise<void> {
  if (!order.is_placed) return;
  const quantities = linesOf(order.items)
    .map((line, at) => ({ line, row: line.row, quantity: unitsToRelease(line, needed[at]) }))
    .filter(({ line, quantity }) => !line.hasParts && !isZero(quantity));
  if (quantities.length === 0) return;
  const { entity_id: orderId, increment_id: orderIncrementId } = order;
  const isRest = order.items.some(({ qty_canceled: canceled }) => isPositive(amount(canceled)));
  const event = { type: "order_canceled", orderId, orderIncrementId, isRest } as const;
  await release(db, event, await readStockOfOrder(db, order, quantities));
}

/** Returns the uses of coupons and rules that the order counted. An imported order counted none. */
async function returnCoupons(db: Db, order: StoredOrder): Promise<void> {
  if (!order.is_placed) return;
  const ruleIds = (order.applied_rule_ids ?? "").split(",").map(Number).filter(Boolean);
  const couponId = order.coupon_code ? await readCouponId(db, order.coupon_code) : undefined;
  if (couponId === undefined && ruleIds.length === 0) return;
  await returnUses(db, { couponId, ruleIds, customerId: order.customer_id ?? undefined });
}
