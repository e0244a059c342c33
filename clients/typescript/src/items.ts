import { call, type Portico } from "./client.js";
import type { paths } from "./schema.js";

type AnswerOf<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { "application/json": infer Answer } } } };
}
  ? Answer
  : never;

type Listed<Answer> = Answer extends { total_count?: unknown; items?: infer Items }
  ? NonNullable<Items> extends readonly (infer Item)[]
    ? Item
    : never
  : never;

/** The paths that search records and have no path parameters. */
export type ListPath = {
  [Path in keyof paths]: Path extends `${string}{${string}`
    ? never
    : [Listed<AnswerOf<Path>>] extends [never]
      ? never
      : Path;
}[keyof paths];

/** A record returned by a path. */
export type ItemOf<Path extends ListPath> = Listed<AnswerOf<Path>>;

/** A condition on a field. */
export interface Condition {
  readonly field: string;
  /** Value to compare with; several values, separated by commas, for `in` and `nin`. */
  readonly value?: string | number;
  /** One of eq (default), neq, gt, gteq, lt, lteq, from, to, in, nin, like, nlike, finset, null, notnull. */
  readonly condition?: string;
}

export interface Search {
  /** All of these must hold. In a nested list, at least one condition must hold. */
  readonly where?: readonly (Condition | readonly Condition[])[];
  /** The most significant field first. Sort by a field that does not change, so that no record moves between pages. */
  readonly sort?: readonly { readonly field: string; readonly direction?: "ASC" | "DESC" }[];
  /** Records per request, 100 by default. */
  readonly pageSize?: number;
  /** Fields to read: `items[sku,price],total_count`. */
  readonly fields?: string;
  readonly signal?: AbortSignal;
}

interface Page<Item> {
  readonly items?: readonly Item[] | null;
  readonly total_count?: number;
}

/** Reads all records of a search. Pages are fetched when they are needed. */
export async function* items<Path extends ListPath>(
  shop: Portico,
  path: Path,
  search: Search = {},
): AsyncGenerator<ItemOf<Path>, void, undefined> {
  const size = search.pageSize ?? 100;
  for (let page = 1; ; page += 1) {
    const query = { ...queryOf(search), "searchCriteria[pageSize]": String(size) };
    const found = await call<Page<ItemOf<Path>>>(shop, {
      path,
      query: { ...query, "searchCriteria[currentPage]": String(page) },
      signal: search.signal,
    });
    const records = found.items ?? [];
    yield* records;
    if (records.length < size || page * size === found.total_count) return;
  }
}

function queryOf({ where = [], sort = [], fields }: Search): Record<string, string> {
  const query: Record<string, string> = fields === undefined ? {} : { fields };
  for (const [group, conditions] of where.entries()) {
    for (const [place, { field, value, condition = "eq" }] of listOf(conditions).entries()) {
      const filter = `searchCriteria[filterGroups][${group}][filters][${place}]`;
      query[`${filter}[field]`] = field;
      query[`${filter}[conditionType]`] = condition;
      if (value !== undefined) query[`${filter}[value]`] = String(value);
    }
  }
  for (const [place, { field, direction = "ASC" }] of sort.entries()) {
    query[`searchCriteria[sortOrders][${place}][field]`] = field;
    query[`searchCriteria[sortOrders][${place}][direction]`] = direction;
  }
  return query;
}

const listOf = (conditions: Condition | readonly Condition[]): readonly Condition[] =>
  "field" in conditions ? [conditions] : conditions;
