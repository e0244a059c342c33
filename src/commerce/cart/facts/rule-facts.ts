import { withoutNulls } from "../../../platform/db/models.js";
import { asPercent, asQuantity, asRatio } from "../../../platform/money/amount.js";
import type { AppliedCoupon, AppliedRule } from "../../promotion/published.js";
import type { AppliedTaxRule } from "../../tax/published.rules.js";
import type { CouponFacts, CouponType, FreeShipping, RuleFacts, TaxRuleFacts } from "../totals/facts.js";

/** Returns a cart price rule in the form used to compute totals, with the website and customer group that it was read for. */
export function ruleFacts(
  rule: AppliedRule,
  { websiteId, groupId }: { readonly websiteId: number; readonly groupId: number },
): RuleFacts {
  return {
    id: rule.rule_id,
    ...withoutNulls({ name: rule.name, description: rule.description, fromDate: rule.from_date, toDate: rule.to_date }),
    isActive: rule.is_active,
    websiteIds: [websiteId],
    customerGroupIds: [groupId],
    couponType: rule.coupon_type as CouponType,
    usesGeneratedCodes: rule.use_auto_generation,
    usesPerCustomer: rule.uses_per_customer,
    condition: rule.condition,
    actionCondition: rule.action_condition,
    stopsRules: rule.stop_rules_processing,
    sortOrder: rule.sort_order,
    action: rule.simple_action,
    amount: asRatio(rule.discount_amount),
    ...(rule.discount_qty === null ? {} : { maxQty: asQuantity(rule.discount_qty) }),
    step: rule.discount_step,
    appliesToShipping: rule.apply_to_shipping,
    freeShipping: (rule.simple_free_shipping ?? 0) as FreeShipping,
    labels: rule.labels ?? {},
  };
}

/** Returns a coupon in the form used to compute totals. */
export const couponFacts = (coupon: AppliedCoupon): CouponFacts => ({
  id: coupon.coupon_id,
  code: coupon.code,
  ruleId: coupon.rule_id,
  isGenerated: coupon.type === 1,
  usageLimit: coupon.usage_limit ?? 0,
  usagePerCustomer: coupon.usage_per_customer ?? 0,
  timesUsed: coupon.times_used,
  timesUsedByCustomer: coupon.uses_by_customer ?? 0,
});

/** Returns a tax rule in the form used to compute totals. */
export const taxRuleFacts = (rule: AppliedTaxRule): TaxRuleFacts => ({
  id: rule.id,
  priority: rule.priority,
  calculatesSubtotal: rule.calculate_subtotal,
  customerTaxClassIds: rule.customer_class_ids,
  productTaxClassIds: rule.product_class_ids,
  rates: rule.rates.map((rate) => ({
    id: rate.id,
    code: rate.code,
    ...withoutNulls({ title: rate.title, zipFrom: rate.zip_from, zipTo: rate.zip_to }),
    percent: asPercent(rate.rate),
    countryId: rate.country_id,
    regionId: rate.region_id ?? 0,
    postcode: rate.postcode,
  })),
});
