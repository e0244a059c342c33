import { closedSet } from "../../api/contract/closed-set.js";

export const discountAction = closedSet("DiscountAction", "How a cart price rule calculates the discount.", {
  BY_PERCENT: ["by_percent", "A percentage off the price."],
  BY_FIXED: ["by_fixed", "An amount off each unit."],
  CART_FIXED: ["cart_fixed", "An amount off the whole cart."],
  BUY_X_GET_Y: ["buy_x_get_y", "Free units in addition to bought ones."],
  TO_PERCENT: ["to_percent", "A reduction to a percentage of the price."],
  TO_FIXED: ["to_fixed", "A reduction to a fixed price."],
});

export const couponType = closedSet("CouponType", "Whether a cart price rule needs a coupon.", {
  NO_COUPON: ["NO_COUPON", "It needs none."],
  SPECIFIC_COUPON: ["SPECIFIC_COUPON", "It needs one coupon."],
  AUTO: ["AUTO", "It needs one of many generated coupons."],
});
