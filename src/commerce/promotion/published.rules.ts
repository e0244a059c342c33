// What other domains may import about rules and coupons, to write and to find them.

export { hasRule, readRulePoints } from "./sales-rules.rows.js";
export { saveCoupon } from "./coupons/save-coupon.js";
export { saveRule } from "./save-rule.js";
export { readCouponId } from "./coupons/coupons.rows.js";
