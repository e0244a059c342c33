import type { Db } from "../db/database.js";
import type { Prisma } from "../db/generated/client.js";
import type { tables } from "../db/generated/tables.js";
import { type ColumnName, type ModelName, tableOf } from "../db/models.js";
import { type CompiledModelSearch, compileModelSearch } from "./compile-model.js";
import { type ColumnPath, fieldOf, type ModelField, type ModelFields } from "./model-fields.js";
import type { SearchCriteria } from "./search-criteria.types.js";
import { searchIds } from "./search-ids.sql.js";
import type { SearchPage } from "./search-page.sql.js";

type FindMany<Model extends ModelName> = Prisma.TypeMap["model"][Capitalize<Model>]["operations"]["findMany"]["args"];

/** A record with its primary key. */
type Keyed<Model extends ModelName> = { readonly [Key in (typeof tables)[Model]["key"][number]]: unknown };

/** The part of a model's `findMany` that a search decides. */
type PageQuery<Model extends ModelName> = Pick<FindMany<Model>, "where" | "orderBy" | "skip" | "take">;

/** How records of a model are searched for. */
export interface ModelSearch<Model extends ModelName, Item extends Keyed<Model>> {
  readonly fields: ModelFields<Model>;
  /** Reads records: `(page) => db.models.taxRule.findMany({ ...page, include })`. */
  readonly read: (page: PageQuery<Model>) => PromiseLike<Item[]>;
  /** Values that columns must have besides what the criteria say. */
  readonly only?: { readonly [Path in ColumnPath<Model>]?: string | number | boolean };
  /** Columns to sort by where the criteria do not say how. */
  readonly sortedBy?: readonly ColumnName<Model>[];
}

/** Models read wrong pages beyond this; no table of ours has as many rows. */
const furthestOffset = 2147483647;

/** How many records are read by their ids at once. */
const mostIds = 10_000;

/**
 * Reads the page that the criteria ask for through a model, and counts the records of all pages; without a page size they are
 * on one. Where models cannot express the criteria, their ids come from SQL. Throws as `compileSearch` does.
 */
export async function searchModel<Model extends ModelName, Item extends Keyed<Model>>(
  db: Db,
  criteria: SearchCriteria,
  search: ModelSearch<Model, Item>,
): Promise<SearchPage<Item>> {
  const { fields, sortedBy = [] } = search;
  const only = Object.entries<unknown>(search.only ?? {}).map(
    ([path, value]) => [fieldOf(fields.model, path as ColumnPath<Model>), value] as const,
  );
  const lastSorts = [...(criteria.sort_orders?.length ? [] : sortedBy), ...tableOf(fields.model).key];
  const given: Given<Model, Item> = { db, search, only, lastSorts };
  const compiled = compileModelSearch(criteria, {
    field: (code) => fields.field(code),
    key: tableOf(fields.model).key[0],
    tieBreaker: lastSorts.map((name) => ({ [name]: "asc" })),
  });
  return compiled ? byModel(compiled, given) : bySql(criteria, given);
}

interface Given<Model extends ModelName, Item extends Keyed<Model>> {
  readonly db: Db;
  readonly search: ModelSearch<Model, Item>;
  readonly only: readonly (readonly [field: ModelField, value: unknown])[];
  readonly lastSorts: readonly string[];
}

async function byModel<Model extends ModelName, Item extends Keyed<Model>>(
  { page, orderBy, criteria, ...compiled }: CompiledModelSearch,
  { db, search, only }: Given<Model, Item>,
): Promise<SearchPage<Item>> {
  const { model } = search.fields;
  const where = { AND: [...only.map(([field, value]) => equals(field, value)), compiled.where] };
  // The conditions were compiled from the model's own columns.
  const query = { where, orderBy } as PageQuery<Model>;
  if (!page) {
    const items = await search.read(query);
    return { items, search_criteria: criteria, total_count: items.length };
  }
  const counter = db.models[model] as { count(query: object): PromiseLike<number> };
  const [items, total_count] = await Promise.all([
    page.offset > furthestOffset ? [] : search.read({ ...query, skip: page.offset, take: page.size }),
    counter.count({ where }),
  ]);
  return { items, search_criteria: criteria, total_count };
}

const equals = ({ column }: ModelField, value: unknown): object =>
  (column?.relations ?? []).reduceRight<object>((inner, { name }) => ({ [name]: inner }), {
    [column?.name ?? ""]: value,
  });

async function bySql<Model extends ModelName, Item extends Keyed<Model>>(
  criteria: SearchCriteria,
  { db, search, only, lastSorts }: Given<Model, Item>,
): Promise<SearchPage<Item>> {
  const { model } = search.fields;
  const [key] = tableOf(model).key;
  const { ids, ...page } = await searchIds(db, criteria, { ...search.fields, only, lastSorts });
  const found = new Map<unknown, Item>();
  for (let start = 0; start < ids.length; start += mostIds) {
    const items = await search.read({ where: { [key]: { in: ids.slice(start, start + mostIds) } } });
    for (const item of items) found.set(Reflect.get(item, key), item);
  }
  return { ...page, items: ids.flatMap((id) => found.get(id) ?? []) };
}
