import { type Amount, zero } from "../../../platform/money/amount.js";
import { add, isZero, min, negate, subtract, sum } from "../../../platform/money/arithmetic.js";
import { balanceShares, type CurrencyPrefix, wrappingShare } from "../documents/commerce-shares.js";
import { amountIn, type DocumentAmounts, shippingCompensationColumn } from "../documents/document-columns.js";
import { isLastInvoice, lineAmounts, type InvoiceableOrder } from "./line-amounts.js";
import type { InvoicedLine } from "./requested-lines.js";

/** The amounts of an invoice in one currency. */
export interface InvoiceAmounts extends DocumentAmounts {
  readonly shippingInclTax: Amount;
  /** Whether the invoice is the first one, which has the shipping. */
  readonly hasShipping: boolean;
}

/**
 * Returns the amounts of an invoice in one currency. The last invoice gets all that is left of the order, and the first
 * one all shipping and gift wrapping. The invoices of an order therefore add up to its totals, however it is divided.
 */
export function invoiceAmounts(
  order: InvoiceableOrder,
  invoiced: readonly InvoicedLine[],
  prefix: CurrencyPrefix,
): InvoiceAmounts {
  const isLast = isLastInvoice(order.items, invoiced);
  const read = (name: string) => amountIn(order, prefix, name);
  const part = (amounts: readonly Amount[], left: Amount) => (isLast ? left : min(left, sum(amounts)));
  const lines = lineAmounts(order, invoiced, prefix);
  const all = [...lines.values()];
  const shipping = shippingAmounts(order, prefix);
  const wrapping = wrappingShare(order.commerce, "invoiced", prefix);
  const subtotal = part(
    all.map(({ rowTotal }) => rowTotal),
    subtract(read("subtotal"), read("subtotal_invoiced")),
  );
  const tax = part(
    [...all.map((line) => line.tax), shipping.shippingTax, wrapping.tax],
    subtract(read("tax_amount"), read("tax_invoiced")),
  );
  const compensation = part(
    all.map((line) => line.compensation),
    subtract(read("discount_tax_compensation_amount"), read("discount_tax_compensation_invoiced")),
  );
  const { shippingDiscount, ...shippingTotals } = shipping;
  const discount = negate(sum([...all.map((line) => line.discount), shippingDiscount]));
  const subtotalInclTax = sum(all.map(({ rowTotalInclTax }) => rowTotalInclTax ?? zero));
  const compensations = add(compensation, shipping.shippingCompensation);
  const total = sum([subtotal, discount, shipping.shipping, tax, compensations, wrapping.price]);
  const { balances, rest } = balanceShares(order.commerce, { stage: "invoiced", prefix, total });
  return {
    ...{ lines, ...shippingTotals, subtotal, subtotalInclTax, discount, tax, compensation },
    share: { wrapping: wrapping.amounts, balances },
    grandTotal: rest,
  };
}

/** Returns the shipping of an invoice: all of the order's shipping on the first invoice, none on later ones. */
function shippingAmounts(order: InvoiceableOrder, prefix: CurrencyPrefix) {
  const read = (name: string) => amountIn(order, prefix, name);
  const isFirst = isZero(read("shipping_invoiced"));
  const onFirst = (amount: Amount) => (isFirst ? amount : zero);
  return {
    // As in Magento, only the first invoice shows shipping that is free.
    hasShipping: isFirst && (!isZero(read("shipping_amount")) || isZero(amountIn(order, "", "total_invoiced"))),
    shipping: onFirst(read("shipping_amount")),
    shippingInclTax: onFirst(read("shipping_incl_tax")),
    shippingTax: onFirst(read("shipping_tax_amount")),
    shippingCompensation: onFirst(amountIn(order, "", shippingCompensationColumn(prefix))),
    shippingDiscount: isZero(read("discount_invoiced")) ? read("shipping_discount_amount") : zero,
  };
}
