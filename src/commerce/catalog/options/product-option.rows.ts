import type { Db } from "../../../platform/db/database.js";

/** Deletes an option of a product. Returns whether the product had it. */
export const removeOption = async (db: Db, product_id: number, option_id: number): Promise<boolean> =>
  (await db.models.productOption.deleteMany({ where: { product_id, option_id } })).count > 0;
