import { searchPage } from "../../../api/search-criteria/search-page.sql.js";
import { fieldsByCode, type SqlField } from "../../../api/search-criteria/sql-field.js";
import type { Db } from "../../../platform/db/database.js";
import type { FoundRows, SearchCriteria, SearchedTable } from "../extension.types.js";

/** Searches a table of an extension by its columns. Throws 400 for criteria that are not valid. */
export function searchTable<Row extends object>(
  db: Db,
  criteria: SearchCriteria,
  { table, key, fields, only = {}, sortedBy }: SearchedTable,
): Promise<FoundRows<Row>> {
  const named = Object.entries(fields).map(([name, type]): [string, SqlField] => [name, { type, sql: columnOf(name) }]);
  const lastSorts = [...(sortedBy === undefined || criteria.sort_orders?.length ? [] : [sortedBy]), key];
  const conditions = Object.keys(only).map((name, at) => `${columnOf(name)} = $${at + 1}`);
  return searchPage<Row>(db, criteria, {
    columns: "t.*",
    from: `${quoted(table)} t`,
    ...(conditions.length > 0 ? { condition: conditions.join(" and ") } : {}),
    field: fieldsByCode(Object.fromEntries(named)),
    tieBreaker: lastSorts.map(columnOf).join(", "),
    values: Object.values(only),
  });
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
const columnOf = (name: string): string => `t.${quoted(name)}`;
