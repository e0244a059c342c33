import { zero } from "../../../platform/money/amount.js";
import { isLess } from "../../../platform/money/arithmetic.js";
import type { Carrier } from "./carrier.js";
import { settingAmount } from "../setting-amounts.js";

/** Free shipping for orders of a minimum amount, or if a rule makes shipping free for everything. */
export const freeShipping: Carrier = {
  code: "freeshipping",
  prepare: ({ setting }) => {
    const includesTax = setting("tax_including") === "1";
    const minSubtotal = settingAmount(setting("free_shipping_subtotal"));
    return ({ isFree, packageValueWithDiscount, packageValueWithDiscountInclTax }) => {
      const value = includesTax ? packageValueWithDiscountInclTax : packageValueWithDiscount;
      return isFree || !isLess(value, minSubtotal)
        ? [{ code: "freeshipping", title: setting("name"), price: zero }]
        : [];
    };
  },
};
