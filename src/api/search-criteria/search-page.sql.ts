// SQL: models cannot express searches of joined relations and of values in JSON.
import type { Db } from "../../platform/db/database.js";
import { compileSearch, type SearchOptions } from "./compile-sql.js";
import { totalOf } from "./count-rows.sql.js";
import type { SearchCriteria } from "./search-criteria.types.js";

/** The source of a search. */
export interface Searched extends SearchOptions {
  readonly columns: string;
  /** The tables, as in a `from` clause. */
  readonly from: string;
  /** A condition in addition to the criteria, with the parameters `values`. */
  readonly condition?: string;
}

/** The result of a search, in the shape that all searches share. */
export interface SearchPage<Row> {
  readonly items: Row[];
  readonly search_criteria: SearchCriteria;
  readonly total_count: number;
}

/** Returns the requested page and the total count; without a page size, all records. Throws as `compileSearch` does. */
export async function searchPage<Row extends object>(
  db: Db,
  requested: SearchCriteria,
  { columns, from, condition, ...options }: Searched,
): Promise<SearchPage<Row>> {
  const { where, orderBy, limit, values, criteria } = compileSearch(requested, options);
  const matching = `from ${from} where ${condition === undefined ? where : `${condition} and ${where}`}`;
  const items = await db.query<Row>(`select ${columns} ${matching} ${orderBy} ${limit}`, values);
  const total_count = await totalOf(db, { requested, found: items.length, matching, values });
  return { items, search_criteria: criteria, total_count };
}
