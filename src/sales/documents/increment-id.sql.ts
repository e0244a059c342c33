// SQL: a counter that is raised and read in one statement, for the numbers of orders and documents.

/**
 * SQL that draws the next number of a kind in a store view, under a lock that lasts until the transaction ends: numbers have no
 * gaps. It is the last lock that a transaction takes.
 */
export const drawnNumber = (kind: string, storeId: string): string => `
  insert into sales_sequence as s (kind, store_id, last_value) values (${kind}, ${storeId}, 1)
  on conflict (kind, store_id) do update set last_value = s.last_value + 1 returning last_value`;

/** SQL of a number as documents show it: nine digits at least, preceded by the id of every store view but the first. */
export const incrementId = (storeId: string, number: string): string =>
  `case when ${storeId} > 1 then ${storeId}::text else '' end || lpad(${number}::text, greatest(length(${number}::text), 9), '0')`;
