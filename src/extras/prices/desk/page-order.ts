import { inputError } from "../../../api/call/errors.js";
import { direction, sortsOf, unknownAttribute } from "../../../api/search-criteria/criteria.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import type { SqlField } from "../../../api/search-criteria/sql-field.js";

/** The order of a list that a cursor pages through. */
export interface PageOrder {
  /** Name of the order, by which a cursor shows where it belongs. */
  readonly name: string;
  /** SQL of the value by which products are sorted. */
  readonly sql: string;
  /** SQL type of the value. */
  readonly cast: string;
  readonly isAscending: boolean;
  readonly isRequired: boolean;
  /** SQL of the direction, with the place of products without a value. */
  readonly direction: string;
  /** SQL that keeps a computed value from being computed again for each comparison; empty for columns, which have indexes. */
  readonly fence: string;
}

const casts: Readonly<Partial<Record<SqlField["type"], string>>> = {
  integer: "int",
  decimal: "numeric",
  timestamp: "timestamp",
};

/**
 * Returns the order of a search: by one field and then by id; by SKU if the search has none. Throws 400 for several sort
 * orders, and for a field that has several values.
 */
export function pageOrderOf(
  criteria: Pick<SearchCriteria, "sort_orders">,
  field: (code: string) => SqlField | undefined,
): PageOrder {
  const [sort = { field: "sku", direction: "ASC" }, ...others] = sortsOf(criteria);
  if (others.length > 0) throw inputError("Only one sort order is possible.");
  const found = field(sort.field);
  if (!found || found.exists) throw unknownAttribute(sort.field);
  const isAscending = direction(sort) === "ASC";
  const isRequired = found.isRequired ?? false;
  const { sql } = found;
  const way = isAscending ? "asc" : "desc";
  return {
    name: `${sort.field} ${way}`,
    ...{ sql, isAscending, isRequired },
    cast: casts[found.type] ?? "text",
    direction: `${way}${isRequired ? "" : " nulls last"}`,
    fence: isRequired ? "" : "offset 0",
  };
}
