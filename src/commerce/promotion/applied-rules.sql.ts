// SQL: measured by `collect-totals` and `totals-many-rules`: one statement reads the rules that can apply to a cart,
// among thousands of coupon rules.
import type { Db } from "../../platform/db/database.js";
import { hiddenParameter } from "../../platform/db/statements/parameters.js";
import { keyOf, type Row } from "../../platform/db/models.js";
import type { StoredCondition } from "./conditions/conditions.js";
import { couponTypes } from "./sales-rule.js";

/** The properties of a cart for which a rule must be valid. */
export interface RuleScope {
  readonly storeId: number;
  readonly websiteId: number;
  readonly groupId: number;
  /** Coupon code of the cart, case-insensitive. */
  readonly couponCode: string | null;
}

type RuleColumns =
  | "rule_id"
  | "name"
  | "description"
  | "from_date"
  | "to_date"
  | "uses_per_customer"
  | "is_active"
  | "stop_rules_processing"
  | "sort_order"
  | "simple_action"
  | "discount_amount"
  | "discount_qty"
  | "discount_step"
  | "apply_to_shipping"
  | "coupon_type"
  | "use_auto_generation"
  | "simple_free_shipping";

/** A rule with the labels of the store view and of store 0. */
export interface AppliedRule extends Pick<Row<"salesRule">, RuleColumns> {
  readonly condition: StoredCondition;
  readonly action_condition: StoredCondition;
  readonly labels: Readonly<Record<number, string>> | null;
}

/**
 * Returns the active rules of a website and a customer group that need no coupon or the given one. Includes an extra day
 * before the start and after the end because of time zones: the caller must compare the dates.
 */
export const readAppliedRules = (db: Db, scope: RuleScope): Promise<AppliedRule[]> =>
  db.query<AppliedRule>(
    `select r.rule_id, r.name, r.description, r.from_date, r.to_date, r.uses_per_customer, r.is_active, r.condition,
      r.action_condition, r.stop_rules_processing, r.sort_order, r.simple_action, r.discount_amount, r.discount_qty,
      r.discount_step, r.apply_to_shipping, r.coupon_type, r.use_auto_generation, r.simple_free_shipping,
      (select json_object_agg(l.store_id, l.label) from sales_rule_label l
        where l.rule_id = r.rule_id and l.store_id in (0, $1::int)) as labels
    from sales_rule r
    where r.is_active and coalesce(r.from_date <= current_date + 1, true) and coalesce(r.to_date >= current_date - 1, true)
      and (r.coupon_type = ${couponTypes.none}
        or r.rule_id = (select c.rule_id from coupon c where c.code_key = $4::text))
      and exists (select from sales_rule_website w where w.rule_id = r.rule_id and w.website_id = $2::int)
      and exists (select from sales_rule_customer_group g where g.rule_id = r.rule_id and g.customer_group_id = $3::int)
    order by r.sort_order, r.rule_id`,
    [scope.storeId, scope.websiteId, scope.groupId, scope.couponCode === null ? null : keyOf(scope.couponCode)],
  );

/** Returns how many orders of a customer used each of the rules, by rule id; rules without any are absent. */
export async function readRuleUses(
  db: Db,
  customerId: number,
  ruleIds: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await db.query<{ rule_id: number; times_used: number }>(
    `select rule_id, times_used from sales_rule_customer
      where customer_id = $1::int and rule_id = any(${hiddenParameter(2, "int[]")})`,
    [customerId, ruleIds],
  );
  return new Map(rows.map((row) => [row.rule_id, row.times_used]));
}

type CouponColumns = "coupon_id" | "rule_id" | "code" | "usage_limit" | "usage_per_customer" | "times_used" | "type";

/** The fields of a coupon that a cart needs. */
export interface AppliedCoupon extends Pick<Row<"coupon">, CouponColumns> {
  /** Number of the customer's orders that used the coupon; null if there are none. */
  readonly uses_by_customer: number | null;
}

/** Returns the coupon with a code, case-insensitive, and its uses by a customer. */
export const readAppliedCoupon = (
  db: Db,
  code: string,
  customerId: number | null,
): Promise<AppliedCoupon | undefined> =>
  db.one<AppliedCoupon>(
    `select c.coupon_id, c.rule_id, c.code, c.usage_limit, c.usage_per_customer, c.times_used, c.type,
        (select u.times_used from coupon_customer u
          where u.coupon_id = c.coupon_id and u.customer_id = $2::int) as uses_by_customer
      from coupon c where c.code_key = $1::text`,
    [keyOf(code), customerId],
  );
