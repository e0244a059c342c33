// SQL that other domains may put into their statements.

/** Customer groups; `code_key` is the code in lower case. Used like a table: `join ${customerGroups} g on …`. */
export const customerGroups = "(select id, code, code_key from customer_group)";

/** A statement that returns customer groups and keeps them from being deleted until the transaction ends. */
export const keptCustomerGroups = (condition: string): string =>
  `select id, code_key from customer_group where ${condition} for key share`;
