import type { Config } from "../../../config.js";
import { inputError, invalid } from "../../call/errors.js";
import type { Cursor } from "../../contract/graph.js";
import type { SearchCriteria } from "../../search-criteria/search-criteria.types.js";
import type { Found } from "../../search-criteria/search-results.js";
import { toSnakeCase } from "./spellings.js";

type Pages = Pick<Config, "PORTICO_GRAPHQL_PAGE_SIZE" | "PORTICO_GRAPHQL_PAGE_LIMIT">;

/** The page that a document asks for. */
export interface RequestedPage {
  /** Criteria for the operation. */
  readonly criteria: SearchCriteria;
  readonly size: number;
  /** Position of a page with a cursor; undefined for a page with a number. */
  readonly position: CursorPosition | undefined;
}

/** A page before or after a cursor, or at one end of the records. */
interface CursorPosition {
  readonly isBackward: boolean;
  /** Whether it begins at a cursor, not at an end of the records. */
  readonly hasCursor: boolean;
}

/** The arguments of a page with a cursor. */
type CursorArguments = Readonly<Record<"first" | "after" | "last" | "before", unknown>>;

/** Values of the type `PageInfo`. */
interface PageInfo {
  readonly current_page: number | null;
  readonly page_size: number;
  readonly total_pages: number | null;
  readonly has_next_page: boolean;
  readonly has_previous_page: boolean;
  readonly start_cursor: string | null;
  readonly end_cursor: string | null;
}

type Given = Readonly<Record<string, unknown>>;

/**
 * Reads the page of a search. Throws 400 for a page that is larger than the setting allows, for a cursor of another type, for
 * arguments of both directions, and for a cursor together with a page number or a sort order.
 */
export function readRequestedPage(
  searchCriteria: unknown,
  { first, after, last, before }: CursorArguments,
  { cursor, ...pages }: Pages & { readonly cursor: Cursor | undefined },
): RequestedPage {
  const criteria = (toSnakeCase(searchCriteria) ?? {}) as SearchCriteria;
  const isForward = first != null || after != null;
  const isBackward = last != null || before != null;
  if (!cursor || (!isForward && !isBackward)) {
    const size = sizeOf(criteria.page_size, pages);
    return { criteria: { ...criteria, page_size: size }, size, position: undefined };
  }
  if (isForward && isBackward) throw inputError("Use either first and after, or last and before.");
  if (criteria.sort_orders?.length || criteria.current_page != null || criteria.page_size != null) {
    throw inputError("A page with a cursor cannot have a sort order, a page size or a page number.");
  }
  const size = sizeOf((isBackward ? last : first) as number | null | undefined, pages);
  const beyond = filtersBeyond(isBackward ? { before } : { after }, cursor);
  const groups = [...(criteria.filter_groups ?? []), ...beyond];
  // Without a sort order, records are in the order of their ids.
  const order = isBackward ? { sort_orders: [{ field: cursor.filter, direction: "DESC" }] } : {};
  // One more record shows whether there is another page.
  const requested = { ...criteria, ...order, filter_groups: groups, page_size: size + 1, isAhead: true };
  return { criteria: requested, size, position: { isBackward, hasCursor: beyond.length > 0 } };
}

function sizeOf(
  given: number | null | undefined,
  { PORTICO_GRAPHQL_PAGE_SIZE: usual, PORTICO_GRAPHQL_PAGE_LIMIT: limit }: Pages,
): number {
  const size = given == null || given === 0 ? Math.min(usual, limit) : given;
  if (size < 0) throw inputError("The page size must be greater than 0.");
  if (size > limit) throw inputError("Maximum SearchCriteria pageSize is %max", { max: limit });
  return size;
}

/** Returns the conditions of the records after a cursor, or before it. */
function filtersBeyond({ before, after }: Partial<CursorArguments>, { filter }: Cursor) {
  const filters = [
    ...(after == null ? [] : [{ field: filter, value: keyOf("after", String(after)), condition_type: "gt" }]),
    ...(before == null ? [] : [{ field: filter, value: keyOf("before", String(before)), condition_type: "lt" }]),
  ];
  return filters.length === 0 ? [] : [{ filters }];
}

/** Cursors are opaque to clients. */
const cursorPrefix = "after:";
const cursorOf = (key: unknown) => Buffer.from(`${cursorPrefix}${String(key)}`).toString("base64url");

function keyOf(argument: string, cursor: string): string {
  const text = Buffer.from(cursor, "base64url").toString();
  const key = text.slice(cursorPrefix.length);
  if (!text.startsWith(cursorPrefix) || !/^\d{1,10}$/.test(key)) throw invalid(argument, cursor);
  return key;
}

/** Returns the result of a search with its page information, and with its records as edges with cursors. */
export function pageOf(result: Found<Given>, requested: RequestedPage, node: Cursor | undefined): Given {
  const { size, position } = requested;
  const found = [...result.items];
  const page = position ? found.slice(0, size) : found;
  const items = position?.isBackward ? page.reverse() : page;
  const cursors = node ? items.map((item) => cursorOf(item[node.field])) : [];
  const info: PageInfo = {
    page_size: size,
    ...(position ? positionByCursor(position, found.length > size) : positionByNumber(requested, result.total_count)),
    start_cursor: cursors[0] ?? null,
    end_cursor: cursors.at(-1) ?? null,
  };
  return { ...result, items, page_info: info, edges: items.map((item, at) => ({ cursor: cursors[at], node: item })) };
}

const positionByCursor = ({ isBackward, hasCursor }: CursorPosition, hasMore: boolean) => ({
  ...{ current_page: null, total_pages: null },
  has_next_page: isBackward ? hasCursor : hasMore,
  has_previous_page: isBackward ? hasMore : hasCursor,
});

function positionByNumber({ criteria, size }: RequestedPage, total: number) {
  const page = criteria.current_page ?? 1;
  return {
    ...{ current_page: page, total_pages: Math.ceil(total / size) },
    ...{ has_next_page: page * size < total, has_previous_page: page > 1 },
  };
}
