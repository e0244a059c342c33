// SQL: relations for the statements of other domains, which models cannot join.

/**
 * SQL of a text that changes with each order in which a customer uses a rule or a coupon. Null for guests and for customers
 * who have used none. Other domains read it beside what rules they apply.
 */
export const usesVersion = (customerId: string): string => `(select string_agg(v.version, ' ' order by v.version) from (
    select xmin::text as version from sales_rule_customer where customer_id = ${customerId}
    union all select xmin::text from coupon_customer where customer_id = ${customerId}) v)`;
