// SQL: set-based writes, and locks of the category and its products.
import type { Db } from "../../db/database.js";
import type { CategoryProductLink } from "./category.types.js";

/** Returns the products of a category by position, or undefined for an unknown category. One statement. */
export async function readCategoryProducts(db: Db, categoryId: number): Promise<CategoryProductLink[] | undefined> {
  const rows = await db.query<{ sku: string | null; position: number | null }>(
    `select p.sku, l.position
    from category c left join (product_category l join product p on p.id = l.product_id) on l.category_id = c.id
    where c.id = $1::int order by l.position, l.product_id`,
    [categoryId],
  );
  if (rows.length === 0) return undefined;
  return rows.flatMap(({ sku, position }) =>
    sku === null ? [] : [{ sku, position: position ?? 0, category_id: String(categoryId) }],
  );
}

/** Locks a category against deletion until the transaction ends. Returns whether it exists. */
export async function lockCategory(db: Db, categoryId: number): Promise<boolean> {
  const rows = await db.query("select id from category where id = $1::int for key share", [categoryId]);
  return rows.length > 0;
}

/** Assigns a product to a category, or changes its position there. */
export async function writeCategoryProduct(
  db: Db,
  link: { readonly categoryId: number; readonly productId: number; readonly position: number },
): Promise<void> {
  await db.execute(
    `insert into product_category (product_id, category_id, position) values ($1::int, $2::int, $3::int)
    on conflict (product_id, category_id) do update set position = excluded.position`,
    [link.productId, link.categoryId, link.position],
  );
}

/** Removes a product from a category. Returns whether it was assigned. */
export async function removeCategoryProduct(db: Db, categoryId: number, productId: number): Promise<boolean> {
  const removed = await db.execute(
    "delete from product_category where category_id = $1::int and product_id = $2::int",
    [categoryId, productId],
  );
  return removed > 0;
}
