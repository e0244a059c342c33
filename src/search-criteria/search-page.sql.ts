import type { Db } from "../db/database.js";
import { compileSearch, type SearchOptions } from "./compile-sql.js";
import type { SearchCriteria } from "./search-criteria.types.js";

/** Where records are searched for. */
export interface Searched extends SearchOptions {
  readonly columns: string;
  /** The tables, as they stand after `from`. */
  readonly from: string;
  /** What holds besides the criteria; its parameters are `values`. */
  readonly condition?: string;
}

/** An answer to a search, in the shape that all of them have. */
export interface SearchPage<Row> {
  readonly items: Row[];
  readonly search_criteria: SearchCriteria;
  readonly total_count: number;
}

/**
 * Reads the page that the criteria ask for, and counts the records of all pages; without a page size they are on one. Throws
 * as `compileSearch` does.
 */
export async function searchPage<Row extends object>(
  db: Db,
  asked: SearchCriteria,
  { columns, from, condition, ...options }: Searched,
): Promise<SearchPage<Row>> {
  const { where, orderBy, limit, values, criteria } = compileSearch(asked, options);
  const matching = `from ${from} where ${condition === undefined ? where : `${condition} and ${where}`}`;
  const items = await db.query<Row>(`select ${columns} ${matching} ${orderBy} ${limit}`, values);
  if (limit === "") return { items, search_criteria: criteria, total_count: items.length };
  // The page's own two parameters come last.
  const count = await db.one<{ total: number }>(`select count(*) as total ${matching}`, values.slice(0, -2));
  return { items, search_criteria: criteria, total_count: count?.total ?? 0 };
}
