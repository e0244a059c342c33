// SQL: relations for the statements of other domains, which models cannot join.
import { versionOf } from "../../platform/db/statements/parameters.js";

/**
 * SQL of a text that changes with each order in which a customer uses a rule or a coupon. Null for guests and for customers
 * who have used none. Other domains read it beside what rules they apply.
 */
export const usesVersion = (customerId: string): string =>
  versionOf(
    `select xmin::text as version from sales_rule_customer where customer_id = ${customerId}`,
    `select xmin::text as version from coupon_customer where customer_id = ${customerId}`,
  );
