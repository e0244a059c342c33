import { inputError, invalid, render } from "../../../../api/call/errors.js";
import { plainDecimal } from "../../../../api/contract/scalars.js";
import { type Amount, asAmount, zero } from "../../../../platform/money/amount.js";
import {
  add,
  equals,
  isGreater,
  isNegative,
  isPositive,
  isZero,
  subtract,
} from "../../../../platform/money/arithmetic.js";
import { fitOrThrow } from "../../../../api/call/arguments/decimal-fields.js";
import { orderColumn } from "../../../../platform/money/columns.js";
import { balancesOf, hasBalances } from "../../documents/commerce-shares.js";
import type { CurrencyPrefix } from "../../documents/commerce-shares.js";
import { amountIn } from "../../documents/document-columns.js";
import { isWithoutAmounts, type Line, linesOf, unitsToRefund } from "../../orders/items/item-quantities.js";
import type { ItemRow, OrderColumns, StoredOrder } from "../../orders/stored-order.js";
import type { RequestedUnits } from "../../shipments/lines-to-ship.js";
import { isFraction, type RefundedLine } from "./lines-to-refund.js";
import { type RefundExtras, remainingShipping, totalShipping } from "./refund-amounts.js";
import type { BothRefunds } from "./refund-rows.js";
import type { RefundSettings } from "./refund-settings.js";
import type { CreditmemoCreationArguments } from "./refund.types.js";

/**
 * Returns the shipping and adjustments of a refund. Throws 400 for negative and huge amounts, and for more shipping than
 * is left.
 */
export function parseExtras(
  order: StoredOrder,
  given: CreditmemoCreationArguments,
  { shippingIncludesTax: includesTax, format }: RefundSettings,
): RefundExtras {
  const read = (name: "shipping_amount" | "adjustment_positive" | "adjustment_negative") => {
    const amount = asAmount(fitOrThrow(name, given[name] ?? "0", orderColumn));
    if (isNegative(amount)) throw invalid(name, amount);
    return amount;
  };
  const adjustments = {
    adjustmentPositive: read("adjustment_positive"),
    adjustmentNegative: read("adjustment_negative"),
  };
  const amount = read("shipping_amount");
  if (given.shipping_amount == null) return { ...adjustments, shipping: undefined };
  if (isPositive(amount) && isZero(totalShipping(order, "base_", false))) {
    throw inputError("You can not refund shipping if there is no shipping amount.");
  }
  const left = remainingShipping(order, includesTax);
  if (isGreater(amount, left)) throw inputError("Maximum shipping amount allowed to refund is: %1", [format(left)]);
  return { ...adjustments, shipping: { amount, includesTax } };
}

/** A new credit memo. */
export interface NewRefund {
  readonly order: StoredOrder;
  readonly requested: RequestedUnits | undefined;
  readonly lines: readonly RefundedLine[];
  readonly amounts: BothRefunds;
  /** Ids of the order lines whose units go back to stock. */
  readonly toStock: readonly number[];
  /** Whether the invoice cannot be refunded. */
  readonly hasWrongInvoice: boolean;
}

/** Returns the reasons why a credit memo cannot be created, in Magento's order. */
export const refundErrors = (refund: NewRefund, settings: RefundSettings): string[] => [
  ...orderErrors(refund.order, settings),
  ...refund.lines
    .filter(isFraction)
    .map(({ row }) => render('We found an invalid quantity to refund item "%1".', [row.sku])),
  ...totalErrors(refund, settings),
  ...(refund.hasWrongInvoice ? ["We can't create creditmemo for the invoice."] : []),
  ...requestedErrors(refund),
  ...stockErrors(refund),
];

const closedToRefunds = new Set(["payment_review", "holded", "canceled", "closed"]);

function orderErrors(order: StoredOrder, { allowsZero }: RefundSettings): string[] {
  if (closedToRefunds.has(order.state ?? "")) {
    return [render("A creditmemo can not be created when an order has a status of %1", [order.status ?? ""])];
  }
  const paid = add(amountIn(order, "", "total_paid"), balancesOf(order.commerce, "", "invoiced"));
  const refunded = add(amountIn(order, "", "total_refunded"), balancesOf(order.commerce, "", "refunded"));
  const isOver = equals(paid, refunded) && !(isZero(paid) && allowsZero);
  return isOver ? ["The order does not allow a creditmemo to be created."] : [];
}

function totalErrors({ order, amounts }: NewRefund, settings: RefundSettings): string[] {
  const { grandTotal, share } = amounts.base;
  const mayBeZero = settings.allowsZero || hasBalances(share);
  const isWrong = [amounts.own.grandTotal, grandTotal].some(isNegative) || (isZero(grandTotal) && !mayBeZero);
  const left = exceededMoney(order, { own: amounts.own.grandTotal, base: grandTotal });
  return [
    ...(isWrong ? ["The credit memo's total must be positive."] : []),
    ...(left === undefined ? [] : [render("The most money available to refund is %1.", [plainDecimal(left)])]),
  ];
}

interface Totals {
  readonly own: Amount;
  readonly base: Amount;
}

/** Returns the money that can still be refunded, in base currency, if a credit memo has more, in either currency. */
export function exceededMoney(order: OrderColumns, { own, base }: Totals): Amount | undefined {
  const remainingAmount = (prefix: CurrencyPrefix) =>
    subtract(amountIn(order, prefix, "total_paid"), amountIn(order, prefix, "total_refunded"));
  // An imported order may lack amounts in base currency.
  const paidInBase = order.base_total_paid == null ? remainingAmount("") : remainingAmount("base_");
  const isTooMuch = isGreater(own, remainingAmount("")) || isGreater(base, paidInBase);
  return isTooMuch ? add(paidInBase, zero) : undefined;
}

function requestedErrors({ order, requested }: NewRefund): string[] {
  const byId = new Map(linesOf(order.items).map((line) => [line.row.item_id, line]));
  return [...(requested ?? [])].flatMap(([id, units]) => {
    const line = byId.get(id);
    if (!line) return ["The creditmemo contains product item that is not part of the original order."];
    if (isWithoutAmounts(line)) return ["The creditmemo contains incorrect product items."];
    return isGreater(units, unitsToRefund(line))
      ? ["The quantity to refund must not be greater than the unrefunded quantity."]
      : [];
  });
}

/** Returns the error for the first line that cannot go back to stock. */
function stockErrors({ order, toStock }: NewRefund): string[] {
  const refundable = linesOf(order.items).filter((line) => isPositive(unitsToRefund(line)));
  const idsOf = ({ row, parent }: Line<ItemRow>) => [row.item_id, parent?.item_id];
  const ids = new Set(refundable.flatMap(idsOf));
  // A credit memo lists every line with units left, and what belongs to it, although it refunds none of them.
  const listed = new Set(
    linesOf(order.items)
      .filter((line) => idsOf(line).some((id) => ids.has(id)))
      .flatMap(idsOf),
  );
  const byId = new Map<number, ItemRow>(order.items.map((row) => [row.item_id, row]));
  const wrong = toStock.find((id) => !listed.has(id));
  if (wrong === undefined) return [];
  const row = byId.get(wrong);
  return row
    ? [render('The "%1" product is not part of the current creditmemo.', [row.sku])]
    : ["The return to stock argument contains product item that is not part of the original order."];
}
