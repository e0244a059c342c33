import { invalid } from "../../api/call/errors.js";
import { fromJson, withoutNulls } from "../../platform/db/models.js";
import type { RuleRow } from "./sales-rules.rows.js";
import type { SalesRule, SalesRuleCondition } from "./sales-rules.types.js";

/** The coupon types of rules, as they are stored. */
export const couponTypes = { none: 1, specific: 2, auto: 3 } as const;

/** The names of coupon types in REST, by their stored number. */
const couponTypeNames: Readonly<Record<number, string>> = {
  [couponTypes.none]: "NO_COUPON",
  [couponTypes.specific]: "SPECIFIC_COUPON",
  [couponTypes.auto]: "AUTO",
};

/** Returns the number of a coupon type, given its name or its number. Throws 400 for anything else. */
export function couponTypeOf(given: string): number {
  const found = Object.entries(couponTypeNames).find(([number, word]) => given === number || given === word);
  if (!found) throw invalid("coupon_type", given);
  return Number(found[0]);
}

/** Whether the codes of a rule are generated rather than entered. */
export const hasGeneratedCodes = (rule: { readonly coupon_type: number; readonly use_auto_generation: boolean }) =>
  rule.coupon_type === couponTypes.auto || rule.use_auto_generation;

/** Converts a stored rule to its shape. */
export function toSalesRule(rule: RuleRow): SalesRule {
  const { websites, groups, labels, reward_points_delta, simple_free_shipping: free, ...row } = rule;
  return {
    ...withoutNulls(row),
    store_labels: labels.map(({ store_id, label }) => ({ store_id, store_label: label })),
    website_ids: websites.map(({ website_id }) => website_id),
    customer_group_ids: groups.map(({ customer_group_id }) => customer_group_id),
    condition: fromJson<SalesRuleCondition>(row.condition),
    action_condition: fromJson<SalesRuleCondition>(row.action_condition),
    coupon_type: couponTypeNames[row.coupon_type] ?? "",
    ...(free === null ? {} : { simple_free_shipping: String(free) }),
    extension_attributes: { reward_points_delta },
  };
}
