// SQL: models cannot join the products of a category; they would send the ids of thousands of products.
import type { Db } from "../../../../platform/db/database.js";
import type { CategoryProductLink } from "../category.types.js";

/** Returns the products of a category by id, or undefined for an unknown category. One statement. */
export async function readCategoryProducts(db: Db, categoryId: number): Promise<CategoryProductLink[] | undefined> {
  const rows = await db.query<{ sku: string | null; position: number | null }>(
    `select p.sku, l.position
    from category c left join (product_category l join product p on p.id = l.product_id) on l.category_id = c.id
    where c.id = $1::int order by l.product_id`,
    [categoryId],
  );
  if (rows.length === 0) return undefined;
  return rows.flatMap(({ sku, position }) =>
    sku === null ? [] : [{ sku, position: position ?? 0, category_id: String(categoryId) }],
  );
}
