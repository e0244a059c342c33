import type { Db } from "../../../../platform/db/database.js";
import type { Row } from "../../../../platform/db/models.js";

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
