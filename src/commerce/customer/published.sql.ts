// SQL: relations for the statements of other domains, which models cannot join.

/** Customer groups; `code_key` is the code in lower case. Used like a table: `join ${customerGroups} g on …`. */
export const customerGroups = "(select id, code, code_key from customer_group)";

/** Customers, and whether they are active. Used like a table: `join ${customers} c on …`. */
export const customers = "(select id, is_active from customer)";

/** Returns a statement that selects customer groups and locks them against deletion until the transaction ends. */
export const lockedCustomerGroups = (condition: string): string =>
  `select id, code_key from customer_group where ${condition} for key share`;

/** The default addresses of customers, with the columns that taxes depend on. */
export const defaultAddresses = `(select c.id as customer_id, a.country_id, a.region_id, a.postcode
    from customer c join customer_address a on a.id in (c.default_shipping, c.default_billing))`;
