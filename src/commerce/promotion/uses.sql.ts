// SQL: locks and conditional updates, so that a limit holds even if several orders use a coupon at the same time.
import type { Db } from "../../platform/db/database.js";

/** The coupon, rules and customer of an order. */
export interface Uses {
  /** The coupon; undefined if none applied. */
  readonly couponId?: number | undefined;
  /** The rules that applied. */
  readonly ruleIds: readonly number[];
  /** Undefined for guests, who have no limits of their own. */
  readonly customerId?: number | undefined;
}

/** The result of counting the uses of an order. */
export interface CountedUses {
  /** Whether the coupon exists; true if there is none to count. */
  readonly has_coupon: boolean;
  /** Whether the limit of the coupon, or the customer's limit of the coupon or a rule, was reached. */
  readonly is_used_up: boolean;
}

const within = (limit: string, used: string) => `(coalesce(${limit}, 0) = 0 or ${used} < ${limit})`;

/**
 * Counts the uses of a coupon and rules by an order: for the coupon, the rules and the customer in one statement. If a limit
 * is reached, other uses are counted nevertheless, so the caller must roll back.
 */
export async function countUses(db: Db, { couponId, ruleIds, customerId }: Uses): Promise<CountedUses> {
  const counted = await db.one<CountedUses>(
    `with held as (
       select coupon_id, usage_per_customer from coupon where coupon_id = $1::int for no key update
     ), used as (
       update coupon c set times_used = c.times_used + 1 from held
       where c.coupon_id = held.coupon_id and ${within("c.usage_limit", "c.times_used")}
       returning c.coupon_id
     ), by_customer as (
       insert into coupon_customer as u (coupon_id, customer_id, times_used)
       select coupon_id, $3::int, 1 from held where $3::int is not null
       on conflict (coupon_id, customer_id) do update set times_used = u.times_used + 1
       where ${within("(select usage_per_customer from held)", "u.times_used")}
       returning u.coupon_id
     ), rules as (
       select rule_id, uses_per_customer from sales_rule where rule_id = any($2::int[]) order by rule_id for no key update
     ), counted_rules as (
       update sales_rule r set times_used = r.times_used + 1 from rules where r.rule_id = rules.rule_id
     ), rules_by_customer as (
       insert into sales_rule_customer as u (rule_id, customer_id, times_used)
       select rule_id, $3::int, 1 from rules where $3::int is not null order by rule_id
       on conflict (rule_id, customer_id) do update set times_used = u.times_used + 1
       where ${within("(select uses_per_customer from rules where rules.rule_id = u.rule_id)", "u.times_used")}
       returning u.rule_id
     )
     select $1::int is null or exists (select from held) as has_coupon,
       exists (select from held) and not exists (select from used)
         or $3::int is not null and (
           exists (select from held) and not exists (select from by_customer)
           or (select count(*) from rules) > (select count(*) from rules_by_customer)
         ) as is_used_up`,
    [couponId ?? null, ruleIds, customerId ?? null],
  );
  return counted ?? { has_coupon: false, is_used_up: false };
}

/** Subtracts the uses of an order again, for example when it is canceled. No count falls below 0. */
export async function returnUses(db: Db, { couponId, ruleIds, customerId }: Uses): Promise<void> {
  await db.execute(
    `with used as (
       update coupon set times_used = greatest(times_used - 1, 0) where coupon_id = $1::int
     ), by_customer as (
       update coupon_customer set times_used = greatest(times_used - 1, 0)
       where coupon_id = $1::int and customer_id = $3::int
     ), rules as (
       select rule_id from sales_rule where rule_id = any($2::int[]) order by rule_id for no key update
     ), rules_by_customer as (
       update sales_rule_customer set times_used = greatest(times_used - 1, 0)
       where rule_id = any($2::int[]) and customer_id = $3::int
     )
     update sales_rule r set times_used = greatest(r.times_used - 1, 0) from rules where r.rule_id = rules.rule_id`,
    [couponId ?? null, ruleIds, customerId ?? null],
  );
}
