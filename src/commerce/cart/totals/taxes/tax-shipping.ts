import { asQuantity } from "../../../../platform/money/amount.js";
import type { Collector, Run, ShippingAmounts } from "../state.js";
import { TaxCalculation } from "./tax-calculation.js";

/** Shipping is taxed as one unit. */
export const oneUnit = asQuantity(1);

/**
 * Separates price and tax of shipping, before it is discounted. It continues the carries of the items, as the final tax
 * does. Otherwise a discount could exceed the final amount by a cent.
 */
export const taxShipping: Collector = (state, run) => {
  const { tax } = run.facts.settings;
  const calculation = new TaxCalculation(tax.algorithm, run.currency.digits, state.taxCarries);
  const amounts = shippingRow(state.shipping, run, calculation);
  const forDiscount = tax.discountsIncludeTax ? amounts.inclTax : amounts.amount;
  return { ...state, shipping: { ...amounts, forDiscount } };
};

/** Returns shipping with its tax before discounts. */
export function shippingRow(shipping: ShippingAmounts, run: Run, calculation: TaxCalculation): ShippingAmounts {
  const { tax } = run.facts.settings;
  const row = calculation.row({
    price: shipping.price,
    qty: oneUnit,
    rates: run.rates(tax.shippingTaxClassId),
    includesTax: tax.shippingIncludesTax,
  });
  return { ...shipping, amount: row.rowTotal, inclTax: row.rowTotalInclTax, taxBefore: row.taxBefore };
}
