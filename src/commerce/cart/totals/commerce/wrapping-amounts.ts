import { type Amount, zero } from "../../../../platform/money/amount.js";
import { add } from "../../../../platform/money/arithmetic.js";
import type { WrappingAmount, WrappingTotals } from "../totals.js";

/** Decimals of amounts that the API returns as text. */
const digits = 4;

/** Returns an amount as text with four decimals. */
function fourDigits(amount: Amount): string {
  const [whole = "0", fraction = ""] = amount.split(".");
  return `${whole}.${fraction.slice(0, digits).padEnd(digits, "0")}`;
}

/**
 * Returns the charges for gift wrapping by API field: `gw_price`, `gw_base_price`, `gw_items_price` and so on. They are zero
 * without wrapping.
 */
export function wrappingAmounts(wrapping: WrappingTotals | undefined): Record<string, string> {
  return {
    ...toChargeFields("gw", wrapping?.order),
    ...toChargeFields("gw_items", wrapping?.itemsAmount),
    ...toChargeFields("gw_card", wrapping?.card),
  };
}

/** Returns the amounts of one charge, with names that begin with the prefix. */
export function toChargeFields(prefix: string, charge: WrappingAmount | undefined): Record<string, string> {
  const none = { base: zero, quote: zero };
  const { price, tax } = charge ?? { price: none, tax: none };
  return {
    [`${prefix}_price`]: fourDigits(price.quote),
    [`${prefix}_base_price`]: fourDigits(price.base),
    [`${prefix}_tax_amount`]: fourDigits(tax.quote),
    [`${prefix}_base_tax_amount`]: fourDigits(tax.base),
    [`${prefix}_price_incl_tax`]: fourDigits(add(price.quote, tax.quote)),
    [`${prefix}_base_price_incl_tax`]: fourDigits(add(price.base, tax.base)),
  };
}
