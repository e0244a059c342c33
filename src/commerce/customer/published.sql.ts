// SQL: relations for the statements of other domains, which models cannot join.

import { versionOf } from "../../platform/db/statements/parameters.js";
import { defaultSetting } from "../store/published.sql.js";

/** Customer groups; `code_key` is the code in lower case. Used like a table: `join ${customerGroups} g on …`. */
export const customerGroups = "(select id, code, code_key from customer_group)";

/**
 * Customers, whether they are active, and the website of their account, which is null if all websites share accounts. Used
 * like a table: `join ${customers} c on …`.
 */
export const customers = `(select id, is_active,
    case when ${defaultSetting("customer/account_share/scope")} = '0' then null else website_id end as website_id
    from customer)`;

/** Returns a statement that selects customer groups and locks them against deletion until the transaction ends. */
export const lockedCustomerGroups = (condition: string): string =>
  `select id, code_key from customer_group where ${condition} for key share`;

/** The default addresses of customers, with the columns that taxes depend on. */
export const defaultAddresses = `(select c.id as customer_id, a.country_id, a.region_id, a.postcode
    from customer c join customer_address a on a.id in (c.default_shipping, c.default_billing))`;

/** SQL of a text that changes with everything a cart reads of its customer; null for guests. */
export const customerVersion = (customerId: string): string =>
  versionOf(
    `select xmin::text as version from customer where id = ${customerId}`,
    `select xmin::text as version from customer_address where customer_id = ${customerId}`,
  );
