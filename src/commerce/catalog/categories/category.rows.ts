import type { Db } from "../../../platform/db/database.js";
import { lock } from "../../../platform/db/lock.js";
import type { Row } from "../../../platform/db/models.js";
import { compileSearch } from "../../../api/search-criteria/compile-sql.js";
import { totalOf } from "../../../api/search-criteria/count-rows.sql.js";
import type { SqlField } from "../../../api/search-criteria/sql-field.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import type { Selection } from "../../../api/call/answer/selection.js";
import type { CustomAttribute } from "../attributes/custom-attribute.types.js";
import type { ValueDocument } from "../value-documents.sql.js";
import type { Category, CategorySearchResults } from "./category.types.js";
import { keyAsSent } from "./values/category-values.sql.js";

/** The hidden root of the category tree. */
export const treeRoot = 1;

/**
 * Locks the category tree for writing until the transaction ends. A change updates paths, positions and counts up to
 * the root, so every writer locks the root first and changes of the tree run one after another.
 */
export async function lockTree(db: Db): Promise<void> {
  await lock(db, "category", { id: [treeRoot], for: "no key update" });
}

/** Locks a category against deletion until the transaction ends. Returns whether it exists. */
export const lockCategory = async (db: Db, categoryId: number): Promise<boolean> =>
  (await lock(db, "category", { id: [categoryId], for: "key share" })).length > 0;

/** Whether a category can be the root category of stores, that is, has level 1. */
export const hasRootCategory = async (db: Db, id: number): Promise<boolean> =>
  (await db.models.category.findFirst({ where: { id, level: 1 }, select: { id: true } })) !== null;

interface CategoryRow extends Readonly<Row<"category">> {
  readonly global_values: ValueDocument | null;
  readonly view_values: ValueDocument | null;
  readonly children?: string | null;
  readonly url_path?: string | null;
}

/** SQL joins of the global document and the store view's document, null for global values; `$1` is the store view. */
const documents = (category: string, [own, global]: readonly [string, string]) => `
  left join category_values ${global} on ${global}.category_id = ${category}.id and ${global}.store_id = 0
  left join category_values ${own} on ${own}.category_id = ${category}.id and ${own}.store_id = nullif($1::int, 0)`;

/** SQL tables of categories `c` with their values; `$1` is the store view. */
export const categoryTables = `category c ${documents("c", ["v", "g"])}`;

/** SQL of the URL keys from the second level down to the category; root categories have no URL. */
export const urlPath = `(select string_agg(coalesce(uv.data ->> 'url_key', ug.data ->> 'url_key'), '/' order by u.level)
    from unnest(string_to_array(c.path, '/')::int[]) as above (id)
    join category u on u.id = above.id and u.level >= 2 ${documents("u", ["uv", "ug"])})`;

const children = `(select string_agg(k.id::text, ',' order by k.id)
    from category k ${documents("k", ["kv", "kg"])}
    where k.parent_id = c.id and coalesce(kv.data ->> 'is_active', kg.data ->> 'is_active') = '1')`;

/** Returns the columns to read. Expensive columns are omitted unless requested. */
function columns(selection: Selection | undefined): string {
  const has = (name: string) => selection === undefined || selection.has(name);
  return `c.id, c.parent_id, c.path, c.level, c.position, c.children_count, c.created_at::text, c.updated_at::text,
    g.data as global_values, v.data as view_values
    ${has("children") ? `, ${children} as children` : ""}
    ${has("custom_attributes") ? `, ${urlPath} as url_path` : ""}`;
}

interface ReadOptions {
  /** The store view whose values are read; 0 for global values. */
  readonly storeId: number;
  readonly selection: Selection | undefined;
}

/** Returns a category with the values of a store view, or undefined for an unknown id. One statement. */
// SQL: models cannot merge the documents of a store view and of all store views, which reads and searches do.
export async function readCategory(
  db: Db,
  id: number,
  { storeId, selection }: ReadOptions,
): Promise<Category | undefined> {
  const row = await db.one<CategoryRow>(`select ${columns(selection)} from ${categoryTables} where c.id = $2::int`, [
    storeId,
    id,
  ]);
  return row && toCategory(row);
}

/** Returns categories by their ids or by the ids of their parents. Siblings are ordered by position. One statement. */
// SQL: models cannot merge the documents of a store view and of all store views, which reads and searches do.
export async function readCategories(
  db: Db,
  { by, ids }: { readonly by: "id" | "parent_id"; readonly ids: readonly number[] },
  { storeId, selection }: ReadOptions,
): Promise<Category[]> {
  const rows = await db.query<CategoryRow>(
    `select ${columns(selection)} from ${categoryTables} where c.${by} = any($2::int[]) order by c.level, c.position, c.id`,
    [storeId, ids],
  );
  return rows.map(toCategory);
}

/** Returns the categories that match the criteria, and the total count if requested. */
// SQL: models cannot merge the documents of a store view and of all store views, which reads and searches do.
export async function searchCategories(
  db: Db,
  requested: SearchCriteria,
  { storeId, selection, field }: ReadOptions & { readonly field: (code: string) => SqlField | undefined },
): Promise<CategorySearchResults> {
  const search = compileSearch(requested, {
    field,
    tieBreaker: "c.id",
    ignoresUnknownSorts: true,
    values: [storeId],
  });
  const { where, orderBy, limit, values, criteria } = search;
  const matching = `from ${categoryTables} where ${where}`;
  const rows = await db.query<CategoryRow>(
    `select ${columns(selection?.at("items"))} ${matching} ${orderBy} ${limit}`,
    values,
  );
  const total_count = await totalOf(db, { requested, found: rows.length, matching, values });
  return { items: rows.map(toCategory), search_criteria: criteria, total_count };
}

/** Attributes that have a field of their own in the shape. */
const ownFields: ReadonlySet<string> = new Set(["name", "is_active", "include_in_menu", "available_sort_by"]);

function toCategory(row: CategoryRow): Category {
  const values: Record<string, string | null> = { ...row.global_values, ...row.view_values };
  const sortBy = values["available_sort_by"];
  return {
    id: row.id,
    parent_id: row.parent_id ?? 0,
    ...(values["name"] == null ? {} : { name: values["name"] }),
    ...(values["is_active"] == null ? {} : { is_active: values["is_active"] === "1" }),
    position: row.position,
    level: row.level,
    children: row.children ?? "",
    created_at: row.created_at,
    updated_at: row.updated_at,
    path: row.path,
    ...(sortBy ? { available_sort_by: sortBy.split(",") } : {}),
    include_in_menu: values["include_in_menu"] === "1",
    custom_attributes: customAttributes(row, values),
  };
}

function customAttributes(row: CategoryRow, values: Readonly<Record<string, string | null>>): CustomAttribute[] {
  const found: CustomAttribute[] = [
    { attribute_code: "path", value: row.path },
    { attribute_code: "children_count", value: String(row.children_count) },
  ];
  const { [keyAsSent]: sent, ...others } = values;
  const shown = sent == null ? others : { ...others, url_key: sent };
  for (const [attribute_code, value] of Object.entries(shown)) {
    if (value != null && !ownFields.has(attribute_code)) found.push({ attribute_code, value });
  }
  if (row.url_path != null) found.push({ attribute_code: "url_path", value: row.url_path });
  return found;
}
