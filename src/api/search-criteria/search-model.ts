import type { Db } from "../../platform/db/database.js";
import type { Prisma } from "../../platform/db/generated/client.js";
import type { tables } from "../../platform/db/generated/tables.js";
import { type ColumnName, type ModelName, tableOf } from "../../platform/db/models.js";
import { type CompiledModelSearch, compileModelSearch } from "./compile-model.js";
import { type ColumnPath, fieldOf, type ModelField, type ModelFields } from "./model-fields.js";
import type { SearchCriteria } from "./search-criteria.types.js";
import { searchIds } from "./search-ids.sql.js";
import { uncountedTotal, type SearchPage } from "./search-page.sql.js";

type FindMany<Model extends ModelName> = Prisma.TypeMap["model"][Capitalize<Model>]["operations"]["findMany"]["args"];

/** A record with its primary key. */
type Keyed<Model extends ModelName> = { readonly [Key in (typeof tables)[Model]["key"][number]]: unknown };

/** The part of a model's `findMany` that a search determines. */
type PageQuery<Model extends ModelName> = Pick<FindMany<Model>, "where" | "orderBy" | "skip" | "take">;

/** A search of a model's records. */
export interface ModelSearch<Model extends ModelName, Item extends Keyed<Model>> {
  readonly fields: ModelFields<Model>;
  /** Reads records: `(page) => db.models.taxRule.findMany({ ...page, include })`. */
  readonly read: (page: PageQuery<Model>) => PromiseLike<Item[]>;
  /** Required values of columns, in addition to the criteria. */
  readonly only?: { readonly [Path in ColumnPath<Model>]?: string | number | boolean };
  /** Whether a sort order by an unknown field is ignored, as in Magento's searches by attributes. */
  readonly ignoresUnknownSorts?: boolean;
  /** Default sort order. */
  readonly sortedBy?: readonly ColumnName<Model>[];
}

/** Maximum offset. Models return wrong pages beyond it, but no table has that many rows. */
const maxOffset = 2147483647;

/** Maximum number of records to read at once: their ids are parameters of the statement that reads related records. */
const maxRecords = 10_000;

/**
 * Returns the requested page of a model's records, and the count of all pages; without a page size, all records. If a
 * model query cannot express the criteria, SQL finds the ids first. Throws as `compileSearch` does.
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
    ignoresUnknownSorts: search.ignoresUnknownSorts,
  });
  const isCounted = !criteria.isUncounted;
  return (compiled && (await byModel(compiled, { ...given, isCounted }))) ?? bySql(criteria, given);
}

interface Given<Model extends ModelName, Item extends Keyed<Model>> {
  readonly db: Db;
  readonly search: ModelSearch<Model, Item>;
  readonly only: readonly (readonly [field: ModelField, value: unknown])[];
  readonly lastSorts: readonly string[];
}

/** Returns a page, or undefined if it has more records than can be read at once. */
async function byModel<Model extends ModelName, Item extends Keyed<Model>>(
  { page, orderBy, criteria, ...compiled }: CompiledModelSearch,
  { db, search, only, isCounted }: Given<Model, Item> & { readonly isCounted: boolean },
): Promise<SearchPage<Item> | undefined> {
  if (page && page.size > maxRecords) return undefined;
  const { model } = search.fields;
  const where = { AND: [...only.map(([field, value]) => equals(field, value)), compiled.where] };
  // The conditions come from the model's own columns.
  const query = { where, orderBy } as PageQuery<Model>;
  if (!page) {
    const items = await search.read({ ...query, take: maxRecords });
    if (items.length === maxRecords) return undefined;
    return { items, search_criteria: criteria, total_count: items.length };
  }
  const counter = db.models[model] as { count(query: object): PromiseLike<number> };
  const [items, total_count] = await Promise.all([
    page.offset > maxOffset ? [] : search.read({ ...query, skip: page.offset, take: page.size }),
    isCounted ? counter.count({ where }) : uncountedTotal,
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
  const { fields, ignoresUnknownSorts = false } = search;
  const { ids, ...page } = await searchIds(db, criteria, { ...fields, only, lastSorts, ignoresUnknownSorts });
  const found = new Map<unknown, Item>();
  for (let start = 0; start < ids.length; start += maxRecords) {
    const items = await search.read({ where: { [key]: { in: ids.slice(start, start + maxRecords) } } });
    for (const item of items) found.set(Reflect.get(item, key), item);
  }
  return { ...page, items: ids.flatMap((id) => found.get(id) ?? []) };
}
