import { type Amount, asQuantity, type Quantity, zero } from "../../../../platform/money/amount.js";
import {
  absolute,
  add,
  equals,
  isLess,
  isPositive,
  isZero,
  max,
  min,
  negate,
  proportion,
  subtract,
  sum,
} from "../../../../platform/money/arithmetic.js";
import { currencyDigits, round } from "../../../../platform/money/rounding.js";
import { balanceShares, type CurrencyPrefix, wrappingShare } from "../../documents/commerce-shares.js";
import {
  amountIn,
  type DocumentAmounts,
  type LineAmounts,
  shippingCompensationColumn,
} from "../../documents/document-columns.js";
import { CarryRounder } from "../../invoices/line-amounts.js";
import type { ItemRow, OrderColumns } from "../../orders/stored-order.js";
import type { RefundedLine } from "./lines-to-refund.js";

/** The amounts of a line of a credit memo. */
interface RefundedLineAmounts extends LineAmounts {
  readonly rowTotalInclTax: Amount;
}

/** The amounts of a credit memo in one currency. */
export interface RefundAmounts extends DocumentAmounts {
  readonly shippingInclTax: Amount;
  readonly adjustmentPositive: Amount;
  readonly adjustmentNegative: Amount;
}

/** Shipping and adjustments of a credit memo, in base currency. */
export interface RefundExtras {
  /** Shipping to refund; undefined for all that is left. */
  readonly shipping: ShippingShare | undefined;
  readonly adjustmentPositive: Amount;
  readonly adjustmentNegative: Amount;
}

/** A part of the order's shipping, in base currency. */
interface ShippingShare {
  readonly amount: Amount;
  /** Whether the amount includes tax. */
  readonly includesTax: boolean;
}

/** The values of an order that the amounts of its credit memos depend on. */
export type RefundableOrder = OrderColumns & { readonly items: readonly ItemRow[] };

/**
 * Returns the amounts of a credit memo in one currency. The last units of a line and the last refund of shipping get all
 * that is left, and the first credit memo gets all gift wrapping. The credit memos of a whole order therefore add up to
 * the invoiced amounts, however it is divided.
 */
export function refundAmounts(
  order: RefundableOrder,
  { lines: refunded, extras }: { readonly lines: readonly RefundedLine[]; readonly extras: RefundExtras },
  prefix: CurrencyPrefix,
): RefundAmounts {
  const lines = lineAmounts(order, refunded, prefix);
  const all = [...lines.values()];
  const shipping = shippingAmounts(order, extras.shipping, prefix);
  const wrapping = wrappingShare(order.commerce, "refunded", prefix);
  const subtotal = sum(all.map(({ rowTotal }) => rowTotal));
  const tax = sum([...all.map((line) => line.tax), shipping.tax, wrapping.tax]);
  const compensation = sum(all.map((line) => line.compensation));
  const discount = negate(sum([...all.map((line) => line.discount), shipping.discount]));
  const adjustmentPositive = inCurrency(order, extras.adjustmentPositive, prefix);
  const adjustmentNegative = inCurrency(order, extras.adjustmentNegative, prefix);
  const compensations = add(compensation, shipping.compensation);
  const goods = sum([subtotal, discount, shipping.amount, tax, compensations, wrapping.price]);
  const total = subtract(add(goods, adjustmentPositive), adjustmentNegative);
  const { balances, rest } = balanceShares(order.commerce, { stage: "refunded", prefix, total });
  return {
    ...{ lines, subtotal, discount, tax, compensation, adjustmentPositive, adjustmentNegative },
    subtotalInclTax: sum(all.map(({ rowTotalInclTax }) => rowTotalInclTax)),
    shipping: shipping.amount,
    shippingTax: shipping.tax,
    shippingInclTax: add(shipping.amount, shipping.tax),
    shippingCompensation: shipping.compensation,
    share: { wrapping: wrapping.amounts, balances },
    grandTotal: rest,
  };
}

const digitsOf = (order: OrderColumns, prefix: CurrencyPrefix) =>
  currencyDigits((prefix ? order.base_currency_code : order.order_currency_code) ?? "");

/** Converts an amount in base currency to the currency of a prefix. */
export function inCurrency(order: OrderColumns, amount: Amount, prefix: CurrencyPrefix): Amount {
  const digits = digitsOf(order, prefix);
  const rate = asQuantity(order.base_to_order_rate ?? 1);
  return round(prefix ? amount : proportion(amount, rate, asQuantity(1)), digits);
}

/** Returns the amounts of lines: totals are rounded first, then discounts, then taxes. Source: behavior of Magento 2.4. */
function lineAmounts(
  order: RefundableOrder,
  refunded: readonly RefundedLine[],
  prefix: CurrencyPrefix,
): ReadonlyMap<number, RefundedLineAmounts> {
  const lines = refunded.filter((line) => !line.isWithoutAmounts);
  const digits = digitsOf(order, prefix);
  const regular = new CarryRounder(digits);
  const including = new CarryRounder(digits);
  const share = (line: RefundedLine, [invoiced, gone]: readonly [string, string], round: CarryRounder["round"]) => {
    const left = max(subtract(amountIn(line.row, prefix, invoiced), amountIn(line.row, prefix, gone)), zero);
    const units = refundable(line.row);
    if (!isLess(line.quantity, units)) return left;
    return min(left, max(round(proportion(left, line.quantity, units)), zero));
  };
  const rounded = (amount: Amount) => regular.round(amount);
  const rowTotals = lines.map((line) => share(line, ["row_invoiced", "amount_refunded"], rounded));
  const inclTax = lines.map(({ row, quantity }) => {
    const ordered = asQuantity(row.qty_ordered ?? 0);
    const whole = amountIn(row, prefix, "row_total_incl_tax");
    return isPositive(ordered) ? including.round(proportion(whole, quantity, ordered)) : zero;
  });
  const discounts = lines.map((line) => share(line, ["discount_invoiced", "discount_refunded"], regular.roundNegative));
  const taxes = lines.map((line) => ({
    tax: share(line, ["tax_invoiced", "tax_refunded"], rounded),
    compensation: share(line, [compensationColumn("invoiced"), compensationColumn("refunded")], rounded),
  }));
  return new Map(
    lines.map(({ row }, at) => [
      row.item_id,
      {
        rowTotal: rowTotals[at] ?? zero,
        rowTotalInclTax: inclTax[at] ?? zero,
        discount: discounts[at] ?? zero,
        ...(taxes[at] ?? { tax: zero, compensation: zero }),
      },
    ]),
  );
}

const compensationColumn = (what: "invoiced" | "refunded") => `discount_tax_compensation_${what}`;
const refundable = ({ qty_invoiced, qty_refunded }: ItemRow): Quantity =>
  subtract(asQuantity(qty_invoiced ?? 0), asQuantity(qty_refunded ?? 0));

/** Returns the shipping of an order that is left to refund, in base currency, with or without tax. */
export function remainingShipping(order: OrderColumns, includesTax: boolean): Amount {
  const left = subtract(totalShipping(order, "base_", false), amountIn(order, "base_", "shipping_refunded"));
  const tax = subtract(amountIn(order, "base_", "shipping_tax_amount"), refundedShippingTax(order));
  return max(includesTax ? add(left, tax) : left, zero);
}

const refundedShippingTax = (order: OrderColumns) => amountIn(order, "base_", "shipping_tax_refunded");

/** Returns the order's shipping, with or without tax. */
export function totalShipping(order: OrderColumns, prefix: CurrencyPrefix, includesTax: boolean): Amount {
  const amount = amountIn(order, prefix, "shipping_amount");
  return includesTax ? add(amount, amountIn(order, prefix, "shipping_tax_amount")) : amount;
}

interface ShippingAmounts {
  readonly amount: Amount;
  readonly tax: Amount;
  readonly discount: Amount;
  readonly compensation: Amount;
}

/** Returns a part of an order's shipping, with the same proportion of its tax and discount. */
function shippingAmounts(
  order: OrderColumns,
  share: ShippingShare | undefined,
  prefix: CurrencyPrefix,
): ShippingAmounts {
  const digits = digitsOf(order, prefix);
  const whole = totalShipping(order, prefix, false);
  const before = min(max(amountIn(order, prefix, "shipping_refunded"), zero), whole);
  const left = subtract(whole, before);
  const isPart = share && (isZero(share.amount) || isLess(share.amount, remainingShipping(order, share.includesTax)));
  const amount = isPart ? partOf(share) : left;
  const after = add(before, amount);
  /** Each refund gets the difference to the previous one, so that together they refund the whole amount. */
  const stepOf = (total: Amount) => subtract(proportionalRefund(total, after), proportionalRefund(total, before));
  return {
    amount,
    tax: stepOf(amountIn(order, prefix, "shipping_tax_amount")),
    discount: stepOf(absolute(amountIn(order, prefix, "shipping_discount_amount"))),
    compensation: stepOf(amountIn(order, "", shippingCompensationColumn(prefix))),
  };

  function partOf({ amount: given, includesTax }: ShippingShare): Amount {
    const base = totalShipping(order, "base_", includesTax);
    return isZero(base) ? zero : min(left, round(proportion(whole, given, base), digits));
  }

  function proportionalRefund(total: Amount, refunded: Amount): Amount {
    if (isZero(refunded) || isZero(whole)) return zero;
    // Rounding can exceed a total with a fraction of a cent.
    return equals(refunded, whole) ? total : min(total, round(proportion(total, refunded, whole), digits));
  }
}
