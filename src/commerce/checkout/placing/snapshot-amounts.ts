import type { AppliedTax, LineTotals, Totals } from "../../cart/published.js";
import type { NewOrder, NewOrderItem } from "../../sales/published.js";

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

/** Returns the amounts of a line of an order. */
export const lineColumns = ({ base, quote, taxPercent, discountPercent }: LineTotals): NewOrderItem["columns"] => ({
  price: quote.price,
  base_price: base.price,
  original_price: quote.originalPrice,
  base_original_price: base.originalPrice,
  price_incl_tax: quote.priceInclTax,
  base_price_incl_tax: base.priceInclTax,
  row_total: quote.rowTotal,
  base_row_total: base.rowTotal,
  row_total_incl_tax: quote.rowTotalInclTax,
  base_row_total_incl_tax: base.rowTotalInclTax,
  row_invoiced: "0",
  base_row_invoiced: "0",
  discount_percent: discountPercent,
  discount_amount: quote.discountAmount,
  base_discount_amount: base.discountAmount,
  discount_invoiced: "0",
  base_discount_invoiced: "0",
  tax_percent: taxPercent,
  tax_amount: quote.taxAmount,
  base_tax_amount: base.taxAmount,
  tax_before_discount: quote.taxBeforeDiscount,
  base_tax_before_discount: base.taxBeforeDiscount,
  tax_invoiced: "0",
  base_tax_invoiced: "0",
  discount_tax_compensation_amount: quote.discountTaxCompensationAmount,
  base_discount_tax_compensation_amount: base.discountTaxCompensationAmount,
});

const taxOf = ({ id, percent, amount, rates }: AppliedTax) => ({
  code: id,
  title: rates.map(({ title }) => title).join(", "),
  percent,
  amount: amount.quote,
  base_amount: amount.base,
});

/** Returns the taxes of an order in the shape of the REST API. */
export const orderTaxes = ({ appliedTaxes }: Totals) => appliedTaxes.map(taxOf);

/** Returns the taxes of an order by line and for shipping; `item_id` is the id of the line in the cart. */
export const itemTaxes = ({ itemTaxes: taxes }: Totals) =>
  taxes.map(({ itemType, itemId, ...tax }) => ({
    type: itemType,
    item_id: itemId ?? null,
    applied_taxes: [taxOf(tax)],
  }));
