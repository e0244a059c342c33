import type { Db } from "../../platform/db/database.js";
import type { Prisma } from "../../platform/db/generated/client.js";
import type { tables } from "../../platform/db/generated/tables.js";
import { type ColumnName, type ModelName, tableOf } from "../../platform/db/models.js";
import { type ColumnPath, fieldOf, type ModelFields } from "./model-fields.js";
import type { SearchCriteria } from "./search-criteria.types.js";
import { searchIds } from "./search-ids.sql.js";
import type { SearchPage } from "./search-page.sql.js";

type FindMany<Model extends ModelName> = Prisma.TypeMap["model"][Capitalize<Model>]["operations"]["findMany"]["args"];

/** A record with its primary key. */
type Keyed<Model extends ModelName> = { readonly [Key in (typeof tables)[Model]["key"][number]]: unknown };

type Id<Model extends ModelName, Item> = Item[(typeof tables)[Model]["key"][0] & keyof Item];

/** A search of a model's records. */
export interface ModelSearch<Model extends ModelName, Item extends Keyed<Model>> {
  readonly fields: ModelFields<Model>;
  /** Reads records in any order: `(found) => db.models.taxRule.findMany({ ...found, include })`. */
  readonly read: (found: Pick<FindMany<Model>, "where">, ids: readonly Id<Model, Item>[]) => PromiseLike<Item[]>;
  /** Required values of columns, in addition to the criteria. */
  readonly only?: { readonly [Path in ColumnPath<Model>]?: string | number | boolean };
  /** Whether a sort order by an unknown field is ignored, as in Magento's searches by attributes. */
  readonly ignoresUnknownSorts?: boolean;
  /** Default sort order. */
  readonly sortedBy?: readonly ColumnName<Model>[];
}

/** Maximum number of records to read at once: their ids are parameters of the statement that reads them. */
const maxRecords = 10_000;

/**
 * Returns the requested page of a model's records, and the count of all pages; without a page size, all records. SQL finds
 * the ids, and the model reads the records. Throws as `compileSearch` does.
 */
export async function searchModel<Model extends ModelName, Item extends Keyed<Model>>(
  db: Db,
  criteria: SearchCriteria,
  { fields, read, sortedBy = [], ignoresUnknownSorts = false, only = {} }: ModelSearch<Model, Item>,
): Promise<SearchPage<Item>> {
  const { model } = fields;
  const [key] = tableOf(model).key;
  const { ids, ...page } = await searchIds(db, criteria, {
    model,
    field: (code) => fields.field(code),
    only: Object.entries<unknown>(only).map(([path, value]) => [fieldOf(model, path as ColumnPath<Model>), value]),
    lastSorts: [...(criteria.sort_orders?.length ? [] : sortedBy), key],
    ignoresUnknownSorts,
  });
  const found = new Map<unknown, Item>();
  for (let start = 0; start < ids.length; start += maxRecords) {
    const some = ids.slice(start, start + maxRecords) as Id<Model, Item>[];
    const items = await read({ where: { [key]: { in: some } } }, some);
    for (const item of items) found.set(Reflect.get(item, key), item);
  }
  return { ...page, items: ids.flatMap((id) => found.get(id) ?? []) };
}
