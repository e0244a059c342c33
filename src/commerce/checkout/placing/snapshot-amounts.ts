import type { LineTotals, Totals } from "../../cart/published.js";
import type { Amount } from "../../../platform/money/amount.js";
import type { NewOrder, NewOrderItem } from "../../sales/published.orders.js";

/** Returns the amounts of an order, in its currency and, with the prefix `base_`, in the base currency. */
export const amountColumns = ({ base, quote }: Totals): Partial<NewOrder["columns"]> => ({
  grand_total: quote.grandTotal,
  base_grand_total: base.grandTotal,
  subtotal: quote.subtotal,
  base_subtotal: base.subtotal,
  subtotal_incl_tax: quote.subtotalInclTax,
  base_subtotal_incl_tax: base.subtotalInclTax,
  discount_amount: quote.discountAmount,
  base_discount_amount: base.discountAmount,
  shipping_amount: quote.shippingAmount,
  base_shipping_amount: base.shippingAmount,
  shipping_incl_tax: quote.shippingInclTax,
  base_shipping_incl_tax: base.shippingInclTax,
  shipping_tax_amount: quote.shippingTaxAmount,
  base_shipping_tax_amount: base.shippingTaxAmount,
  shipping_discount_amount: quote.shippingDiscountAmount,
  base_shipping_discount_amount: base.shippingDiscountAmount,
  tax_amount: quote.taxAmount,
  base_tax_amount: base.taxAmount,
  discount_tax_compensation_amount: quote.discountTaxCompensationAmount,
  base_discount_tax_compensation_amount: base.discountTaxCompensationAmount,
  shipping_discount_tax_compensation_amount: quote.shippingDiscountTaxCompensationAmount,
  base_shipping_discount_tax_compensation_amnt: base.shippingDiscountTaxCompensationAmount,
});

/**
 * Returns the amounts of a line of an order. A part without amounts of its own costs nothing: its parent has the price. A
 * dynamic bundle has no tax rate, because its parts can have different ones.
 */
export function lineColumns({ priced, base, quote, ...line }: LineTotals): NewOrderItem["columns"] {
  const ifOwn = (amount: Amount) => (priced === "own" ? amount : null);
  const ifPriced = (amount: Amount) => (priced === "none" ? null : amount);
  return {
    price: quote.price,
    base_price: base.price,
    original_price: quote.originalPrice,
    base_original_price: ifPriced(base.originalPrice),
    price_incl_tax: ifPriced(quote.priceInclTax),
    base_price_incl_tax: ifPriced(base.priceInclTax),
    row_total: quote.rowTotal,
    base_row_total: base.rowTotal,
    row_total_incl_tax: quote.rowTotalInclTax,
    base_row_total_incl_tax: base.rowTotalInclTax,
    row_invoiced: "0",
    base_row_invoiced: "0",
    discount_percent: line.discountPercent,
    discount_amount: quote.discountAmount,
    base_discount_amount: base.discountAmount,
    discount_invoiced: "0",
    base_discount_invoiced: "0",
    tax_percent: priced === "sum" ? null : line.taxPercent,
    tax_amount: quote.taxAmount,
    base_tax_amount: base.taxAmount,
    tax_invoiced: "0",
    base_tax_invoiced: "0",
    amount_refunded: "0",
    base_amount_refunded: "0",
    discount_tax_compensation_amount: ifOwn(quote.discountTaxCompensationAmount),
    base_discount_tax_compensation_amount: ifOwn(base.discountTaxCompensationAmount),
  };
}
