// SQL: models cannot merge the documents of a store view and of all store views, nor compare paths of the category tree.
import type { SettingScope } from "../../store/published.js";
import type { Db } from "../../../platform/db/database.js";
import { storeGroups, storeViews } from "../../store/published.sql.js";
import { inCategories } from "../categories/category-relations.sql.js";
import { categoryTables, urlPath } from "../categories/category.rows.js";
import type { Related } from "../graph.sql.js";
import { isSoldOn } from "../products/product-relations.sql.js";
import { valueTables } from "../products/value-tables.sql.js";
import { valueOf } from "../value-documents.sql.js";

/** The end of the URLs of products and categories, Magento's default. */
export const urlSuffix = ".html";

/** SQL condition that category `c` is active and below the root category of the store view `$1`; of all stores for 0. */
const isInMenuTree = `${valueOf("is_active")} = '1' and c.level >= 2 and ($1::int = 0 or exists (
    select from ${storeViews} s join ${storeGroups} r on r.id = s.store_group_id
    where s.id = $1::int and (string_to_array(c.path, '/')::int[])[2] = r.root_category_id))`;

/** Returns the id of the active category of a store view with a URL path, such as `shoes/boots`; undefined if there is none. */
export async function findCategoryByPath(db: Db, path: string, { storeId }: SettingScope): Promise<number | undefined> {
  const row = await db.one<{ id: number }>(
    `select c.id from ${categoryTables}
     where c.id in (select category_id from category_values where data ->> 'url_key' = $2::text)
       and ${urlPath} = $3::text and ${isInMenuTree} order by c.id limit 1`,
    [storeId, path.slice(path.lastIndexOf("/") + 1), path],
  );
  return row?.id;
}

/** The URL key of a product, and the category on whose path it is. */
export interface ProductPath {
  readonly urlKey: string;
  readonly categoryId?: number | undefined;
}

/** Returns the id of the enabled, visible product of a store view with a URL key; undefined if there is none. */
export async function findProductByUrlKey(
  db: Db,
  { urlKey, categoryId }: ProductPath,
  { storeId, websiteId }: SettingScope,
): Promise<number | undefined> {
  const row = await db.one<{ id: number }>(
    `select p.id from product p ${valueTables}
     where p.id in (select product_id from product_url_key where url_key = $2::text and store_id in (0, $1::int))
       and ${valueOf("url_key")} = $2::text and ${valueOf("status")} = '1' and ${valueOf("visibility")} <> '1'
       and ($3::int = 0 or ${isSoldOn("p.id", "$3::int")})
       and ($4::int is null or ${inCategories("p.id", "array[$4::int]")}) limit 1`,
    [storeId, urlKey, websiteId, categoryId ?? null],
  );
  return row?.id;
}

/**
 * Returns the ids of the categories that lead to products, from the top down: of each product the path to its deepest active
 * category in the store view.
 */
export const readPathsTo = (db: Db, productIds: readonly number[], storeId: number): Promise<Related[]> =>
  db.query<Related>(
    `select deepest.key, above.id from (
       select distinct on (l.product_id) l.product_id as key, c.path
       from product_category l join ${categoryTables} on c.id = l.category_id
       where l.product_id = any($2::int[]) and ${isInMenuTree}
       order by l.product_id, c.level desc, c.position, c.id) as deepest
     cross join lateral unnest(string_to_array(deepest.path, '/')::int[]) with ordinality as above (id, place)
     where above.place > 2 order by deepest.key, above.place`,
    [storeId, productIds],
  );
