import type { Db } from "../../../../platform/db/database.js";
import type { Row } from "../../../../platform/db/models.js";
import type { CategoryProductLink } from "../category.types.js";

/** Assigns a product to a category, or changes its position there. */
export async function writeCategoryProduct(
  db: Db,
  { product_id, category_id, position }: Row<"productCategory">,
): Promise<void> {
  await db.models.productCategory.upsert({
    where: { product_id_category_id: { product_id, category_id } },
    create: { product_id, category_id, position },
    update: { position },
    select: { position: true },
  });
}

/** Removes a product from a category. Returns whether it was assigned. */
export const removeCategoryProduct = async (db: Db, category_id: number, product_id: number): Promise<boolean> =>
  (await db.models.productCategory.deleteMany({ where: { product_id, category_id } })).count > 0;

/** Returns the products of a category by id, or undefined for an unknown category. One statement. */
// SQL: models cannot join the products of a category; they would send the ids of thousands of products.
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
