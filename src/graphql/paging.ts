import type { Config } from "../config.js";
import type { Arguments } from "../call/method-call.js";
import { inputError, invalid } from "../call/errors.js";
import type { Cursor } from "../contract/graph.js";
import type { SearchCriteria } from "../search-criteria/search-criteria.types.js";
import type { Found } from "../search-criteria/search-results.js";
import { inSnakeCase } from "./spellings.js";

type Pages = Pick<Config, "PORTICO_GRAPHQL_PAGE_SIZE" | "PORTICO_GRAPHQL_PAGE_LIMIT">;

/** The page that a document asks for. */
export interface AskedPage {
  /** The criteria that the operation gets. */
  readonly criteria: SearchCriteria;
  readonly size: number;
  /** The cursor of the records, if the page is read with one. */
  readonly cursor: Cursor | undefined;
}

/** Page information, as `PageInfo` has it. */
interface PageInfo {
  readonly current_page: number | null;
  readonly page_size: number;
  readonly total_pages: number | null;
  readonly has_next_page: boolean;
  readonly start_cursor: string | null;
  readonly end_cursor: string | null;
}

type Given = Readonly<Record<string, unknown>>;

/**
 * Reads the page of a search. Throws 400 for a page that is larger than the setting allows, for a cursor of another type, and
 * for a cursor together with a page number or a sort order.
 */
export function askedPage(args: Arguments, cursor: Cursor | undefined, pages: Pages): AskedPage {
  const criteria = (inSnakeCase(args["searchCriteria"]) ?? {}) as SearchCriteria;
  const { first, after } = args;
  const isCursor = cursor !== undefined && (first != null || after != null);
  const size = sizeOf(isCursor ? (first as number | null | undefined) : criteria.page_size, pages);
  if (!isCursor) return { criteria: { ...criteria, page_size: size }, size, cursor: undefined };
  if (criteria.sort_orders?.length || criteria.current_page != null || criteria.page_size != null) {
    throw inputError("A page with a cursor has no sort order, page size and page number.");
  }
  const groups = [...(criteria.filter_groups ?? []), ...(after == null ? [] : [laterThan(String(after), cursor)])];
  // One record more shows whether there is another page.
  return { criteria: { ...criteria, filter_groups: groups, page_size: size + 1, isAhead: true }, size, cursor };
}

function sizeOf(
  given: number | null | undefined,
  { PORTICO_GRAPHQL_PAGE_SIZE: usual, PORTICO_GRAPHQL_PAGE_LIMIT: most }: Pages,
): number {
  const size = given == null || given === 0 ? Math.min(usual, most) : given;
  if (size < 0) throw inputError("The page size must be greater than 0.");
  if (size > most) throw inputError("Maximum SearchCriteria pageSize is %max", { max: most });
  return size;
}

const laterThan = (after: string, cursor: Cursor) => ({
  filters: [{ field: cursor.filter, value: keyOf(after), condition_type: "gt" }],
});

const prefix = "after:";
const cursorOf = (key: unknown) => Buffer.from(`${prefix}${String(key)}`).toString("base64url");

function keyOf(cursor: string): string {
  const text = Buffer.from(cursor, "base64url").toString();
  const key = text.slice(prefix.length);
  if (!text.startsWith(prefix) || !/^\d{1,10}$/.test(key)) throw invalid("after", cursor);
  return key;
}

/** Returns the result of a search with its page information, and with its records as nodes of a cursor. */
export function pageOf(result: Found<Given>, { criteria, size, cursor }: AskedPage, node: Cursor | undefined): Given {
  const found = [...result.items];
  const items = cursor ? found.slice(0, size) : found;
  const cursors = node ? items.map((item) => cursorOf(item[node.field])) : [];
  const page = criteria.current_page ?? 1;
  const info: PageInfo = {
    current_page: cursor ? null : page,
    page_size: size,
    total_pages: cursor ? null : Math.ceil(result.total_count / size),
    has_next_page: cursor ? found.length > size : page * size < result.total_count,
    start_cursor: cursors[0] ?? null,
    end_cursor: cursors.at(-1) ?? null,
  };
  return { ...result, items, page_info: info, edges: items.map((item, at) => ({ cursor: cursors[at], node: item })) };
}
