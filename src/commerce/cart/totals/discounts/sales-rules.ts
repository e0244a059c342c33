import { couponTypes } from "../../../promotion/published.js";
import type { CartFacts } from "../cart-facts.js";
import type { CouponFacts, RuleFacts, TotalsFacts } from "../facts.js";
import type { CouponStatus } from "../totals.js";

/** The reason why a rule does not apply to a cart, apart from its conditions. */
export type RuleRejection = Exclude<CouponStatus, "applied" | "conditionsNotMet" | "noMatchingItem">;

/**
 * Returns whether a rule applies to a cart, apart from its conditions: it is active today for the website and the customer
 * group, its coupon is in the cart, and neither the coupon nor the customer has reached a usage limit.
 */
export const ruleApplies = (rule: RuleFacts, cart: CartFacts, facts: TotalsFacts): boolean =>
  findRejection(rule, cart, facts) === undefined;

/** Returns the rules that apply, apart from their conditions, in order of application. */
export const applicableRules = (cart: CartFacts, facts: TotalsFacts): RuleFacts[] =>
  facts.rules
    .filter((rule) => ruleApplies(rule, cart, facts))
    .sort((one, other) => one.sortOrder - other.sortOrder || one.id - other.id);

/** Returns why the rule of a coupon does not apply, or undefined if it does. */
export function findCouponRejection(cart: CartFacts, facts: TotalsFacts): RuleRejection | undefined {
  const coupon = enteredCoupon(cart, facts);
  if (!coupon) return "unknown";
  const rule = facts.rules.find(({ id }) => id === coupon.ruleId);
  return rule ? findRejection(rule, cart, facts) : "ruleInactive";
}

/** Returns the coupon of the cart's code, or undefined if there is none. */
export function enteredCoupon({ couponCode }: CartFacts, { coupon }: TotalsFacts): CouponFacts | undefined {
  return coupon && couponCode?.trim().toLowerCase() === coupon.code.toLowerCase() ? coupon : undefined;
}

function findRejection(rule: RuleFacts, cart: CartFacts, facts: TotalsFacts): RuleRejection | undefined {
  // Most rules belong to other coupons, so these are ruled out first.
  if (rule.couponType !== couponTypes.none) {
    const rejection = findCouponRuleRejection(rule, cart, facts);
    if (rejection) return rejection;
  }
  if (!isInForce(rule, cart, facts)) return "ruleInactive";
  const uses = cart.customer.id === undefined ? 0 : (facts.customerUses?.get(rule.id) ?? 0);
  return rule.usesPerCustomer > 0 && uses >= rule.usesPerCustomer ? "usedUpByCustomer" : undefined;
}

function findCouponRuleRejection(rule: RuleFacts, cart: CartFacts, facts: TotalsFacts): RuleRejection | undefined {
  if (facts.coupon?.ruleId !== rule.id) return "unknown";
  const coupon = enteredCoupon(cart, facts);
  const isGenerated = rule.couponType === couponTypes.auto || rule.usesGeneratedCodes;
  if (coupon?.isGenerated !== isGenerated) return "unknown";
  if (coupon.usageLimit > 0 && coupon.timesUsed >= coupon.usageLimit) return "usedUp";
  const { usagePerCustomer, timesUsedByCustomer } = coupon;
  const isUsedUp = cart.customer.id !== undefined && usagePerCustomer > 0 && timesUsedByCustomer >= usagePerCustomer;
  return isUsedUp ? "usedUpByCustomer" : undefined;
}

function isInForce(rule: RuleFacts, { customer }: CartFacts, { settings }: TotalsFacts): boolean {
  const { fromDate, toDate } = rule;
  return (
    rule.isActive &&
    customer.isExcludedFromWebsite !== true &&
    rule.websiteIds.includes(settings.websiteId) &&
    rule.customerGroupIds.includes(customer.groupId) &&
    (fromDate === undefined || fromDate <= settings.today) &&
    (toDate === undefined || settings.today <= toDate)
  );
}

/**
 * Returns the label of a rule for the store view, or its default label. A rule with coupons falls back to its description,
 * then to the code.
 */
export function labelOf(rule: RuleFacts, cart: CartFacts, facts: TotalsFacts): string {
  const label = labelInStore(rule, facts);
  if (label) return label;
  return rule.couponType === couponTypes.none ? "" : rule.description || (cart.couponCode?.trim() ?? "");
}

/** Returns the label of a rule for the store view, or its default label, if it has one. */
export const labelInStore = ({ labels }: RuleFacts, { settings }: TotalsFacts): string | undefined =>
  labels[settings.storeId] || labels[0] || undefined;
