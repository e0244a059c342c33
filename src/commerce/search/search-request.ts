import { inputError } from "../../api/call/errors.js";
import { fitUnrounded, signedAmountColumn } from "../../platform/money/columns.js";
import { direction as directionOf, type FieldSort, sortsOf } from "../../api/search-criteria/criteria.js";
import type { Condition, SearchAttribute, SearchQuery, Sorting } from "./search-engine.js";
import type { CatalogSearchCriteria } from "./search.types.js";

/** The rules of one type of search. */
interface SearchRequest {
  /** Whether searches can filter by an attribute. */
  readonly filters: (attribute: SearchAttribute) => boolean;
  readonly hasTerm: boolean;
  readonly isCounted: boolean;
}

const requests: ReadonlyMap<string, SearchRequest> = new Map([
  ["quick_search_container", { filters: (a) => a.is_filterable_in_search, hasTerm: true, isCounted: true }],
  ["catalog_view_container", { filters: (a) => a.is_filterable, hasTerm: false, isCounted: true }],
  ["advanced_search_container", { filters: (a) => a.is_visible_in_advanced_search, hasTerm: false, isCounted: false }],
]);

/** Maximum and default page size. */
const maxPageSize = 10_000;

/** Returns the type of search with a name. Throws 400 for an unknown name. */
export function requestByName(name: string | null | undefined): SearchRequest {
  if (name == null || name === "") throw inputError("Request name not defined.");
  const found = requests.get(name);
  if (!found) throw inputError("Request name '%1' doesn't exist.", [name]);
  return found;
}

/** Converts criteria to a search query. Filters that this type of search does not support are ignored, as in Magento. */
export function toQuery(
  criteria: CatalogSearchCriteria,
  request: SearchRequest,
  attributes: readonly SearchAttribute[],
): SearchQuery {
  const given = new Map(
    (criteria.filter_groups ?? []).flatMap((group) =>
      (group.filters ?? []).map((filter): [string, string] => [filter.field || "", filter.value ?? ""]),
    ),
  );
  const filterable = attributes.filter(
    (found) => !isHandledSeparately(found.code) && isPlain(found.code) && request.filters(found),
  );
  const wantedSize = criteria.page_size ?? 0;
  if (wantedSize < 0) throw inputError("The page size must be greater than 0.");
  const limit = Math.min(wantedSize || maxPageSize, maxPageSize);
  return {
    term: request.hasTerm ? given.get("search_term") : undefined,
    searchable: attributes.filter(
      (found) => found.is_searchable && !isHandledSeparately(found.code) && isPlain(found.code),
    ),
    conditions: [...commonConditions(given, request), ...filterable.flatMap((found) => conditionOn(found, given))],
    sorting: sortsOf(criteria).map((order) => sortingOf(order, attributes)),
    limit,
    offset: Math.max(criteria.current_page ?? 0, 0) * limit,
    counted: request.isCounted
      ? filterable.filter(({ backend_type }) => backend_type !== "static").map(({ code }) => code)
      : undefined,
  };
}

/** Whether a field is handled separately from other attributes. */
const isHandledSeparately = (code: string) => ["price", "sku", "category_ids", "visibility", "status"].includes(code);

/** Whether a code contains only characters that are safe in SQL. */
const isPlain = (code: string) => /^[a-zA-Z][a-zA-Z0-9_]*$/.test(code);

const listOf = (value: string) => value.split(",").map((item) => item.trim());

function commonConditions(given: ReadonlyMap<string, string>, request: SearchRequest): Condition[] {
  const among = ["category_ids", "visibility"].flatMap((field): Condition[] => {
    const value = given.get(field);
    return value === undefined ? [] : [{ kind: "among", field, values: listOf(value) }];
  });
  const sku = request.hasTerm || request.isCounted ? undefined : given.get("sku");
  const bySku: Condition[] = sku === undefined ? [] : [{ kind: "text", field: "sku", value: sku }];
  return [...among, ...range("price", given), ...bySku];
}

/** Returns the condition for a range. A bound with an invalid format is ignored. */
function range(field: string, given: ReadonlyMap<string, string>, isDate = false): Condition[] {
  const parseBound = (end: "from" | "to") => {
    const value = given.get(`${field}.${end}`)?.trim();
    if (!isDate) return fitUnrounded(value, signedAmountColumn);
    return value !== undefined && /^\d{4}-\d{2}-\d{2}( \d{2}:\d{2}:\d{2})?$/.test(value) ? value : undefined;
  };
  const [from, to] = [parseBound("from"), parseBound("to")];
  if (from === undefined && to === undefined) return [];
  return [{ kind: "range", field, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }];
}

function conditionOn(attribute: SearchAttribute, given: ReadonlyMap<string, string>): Condition[] {
  const { code, backend_type, frontend_input } = attribute;
  if (backend_type === "decimal" || backend_type === "datetime") return range(code, given, backend_type === "datetime");
  const value = given.get(code);
  if (value === undefined || backend_type === "static") return [];
  const isWords = (backend_type === "varchar" || backend_type === "text") && frontend_input !== "multiselect";
  return [isWords ? { kind: "text", field: code, value } : { kind: "among", field: code, values: listOf(value) }];
}

function sortingOf(order: FieldSort, attributes: readonly SearchAttribute[]): Sorting {
  const direction = directionOf(order);
  const field = ["_score", "score"].includes(order.field) ? "relevance" : order.field;
  if (["relevance", "price", "entity_id", "position"].includes(field))
    return { field, direction, backendType: "static" };
  const attribute = attributes.find(
    ({ code, used_for_sort_by }) => code === field && isPlain(code) && used_for_sort_by,
  );
  if (!attribute) throw inputError('The "%1" attribute name is invalid. Reset the name and try again.', [field || ""]);
  return { field, direction, backendType: attribute.backend_type };
}
