// SQL: measured by `graph-products`, which reads categories and labels of a page. Models cannot limit the related
// records of each of many records.
import type { Db } from "../../platform/db/database.js";
import { productTaxClasses } from "../tax/published.sql.js";
import { bundleParts } from "./products/product-relations.sql.js";

/** The id of a record (`key`) and the id of a related record. */
export interface Related {
  readonly key: number;
  readonly id: number;
}

/** Returns the categories of products, ordered by level and position in the tree. */
export const readCategoriesOf = (db: Db, productIds: readonly number[]): Promise<Related[]> =>
  db.query<Related>(
    `select l.product_id as key, l.category_id as id from product_category l join category c on c.id = l.category_id
     where l.product_id = any($1::int[]) order by l.product_id, c.level, c.position, c.id`,
    [productIds],
  );

/** Returns the products directly assigned to categories, by position, at most `limit` of each category. */
export const readProductsIn = (db: Db, categoryIds: readonly number[], limit: number): Promise<Related[]> =>
  db.query<Related>(
    `select given.id as key, l.product_id as id from unnest($1::int[]) as given (id)
     cross join lateral (
       select product_id, position from product_category where category_id = given.id
       order by position, product_id limit $2::int) l
     order by given.id, l.position, l.product_id`,
    [categoryIds, limit],
  );

const compositeParts = `(
    select parent_id, child_id, child_id as place from configurable_link
    union all select parts.bundle_id, parts.product_id, min(parts.selection_id) from ${bundleParts} parts group by 1, 2
    union all select product_id, linked_product_id, position from product_link where link_type = 3)`;

/** Returns the variations of configurable products, the parts of bundles, and the products of grouped products. */
export const readChildren = (db: Db, productIds: readonly number[]): Promise<Related[]> =>
  db.query<Related>(
    `select parent_id as key, child_id as id from ${compositeParts} as family
     where parent_id = any($1::int[]) order by parent_id, place, child_id`,
    [productIds],
  );

/** Returns the composite products that contain the products. */
export const readParents = (db: Db, productIds: readonly number[]): Promise<Related[]> =>
  db.query<Related>(
    `select child_id as key, parent_id as id from ${compositeParts} as family
     where child_id = any($1::int[]) order by child_id, parent_id`,
    [productIds],
  );

/** Returns the products that the products have links of a type to. */
export const readLinked = (db: Db, productIds: readonly number[], type: number): Promise<Related[]> =>
  db.query<Related>(
    `select product_id as key, linked_product_id as id from product_link
     where product_id = any($1::int[]) and link_type = $2::int order by product_id, position, linked_product_id`,
    [productIds, type],
  );

/** The label of a value of an attribute with options. */
export interface OptionLabel {
  readonly attribute_id: number;
  readonly value: string;
  readonly label: string;
}

/** Returns the option labels of attributes in a store view, by value. The options of `tax_class_id` are the tax classes. */
export const readLabels = (
  db: Db,
  storeId: number,
  { attributeIds, values }: { readonly attributeIds: readonly number[]; readonly values: readonly string[] },
): Promise<OptionLabel[]> =>
  db.query<OptionLabel>(
    `select o.attribute_id, o.value, coalesce(l.label, o.label) as label from attribute_option o
       left join attribute_option_label l on l.option_id = o.id and l.store_id = nullif($1::int, 0)
       where o.attribute_id = any($2::int[]) and o.value = any($3::text[])
     union all
     select t.id, c.class_id::text, c.class_name from attribute t cross join ${productTaxClasses} c
       where t.id = any($2::int[]) and t.code = 'tax_class_id' and c.class_id::text = any($3::text[])`,
    [storeId, attributeIds, values],
  );
