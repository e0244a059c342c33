import type { Db } from "../../../platform/db/database.js";
import { now } from "../../../platform/db/models.js";

/** Deletes an option of a configurable product. Returns whether it existed. */
export const removeOption = async (db: Db, product_id: number, id: number): Promise<boolean> =>
  (await db.models.configurableOption.deleteMany({ where: { product_id, id } })).count > 0;

/** Changes the type of a product to configurable. */
export async function makeConfigurable(db: Db, id: number): Promise<void> {
  await db.models.product.updateMany({ where: { id }, data: { type_id: "configurable", updated_at: now } });
}
