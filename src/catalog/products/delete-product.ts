import type { Context } from "../../webapi/context.js";
import { dropValuesOf } from "../configurable/variations.rows.js";
import { lockKnownProduct, removeProduct } from "./stored-product.rows.js";

/** Deletes a product with everything that refers to it, and the images that nothing else shows. Throws a 404. */
export async function deleteProduct(sku: string, { db, media }: Pick<Context, "db" | "media">): Promise<true> {
  const { id } = await lockKnownProduct(db, sku);
  await dropValuesOf(db, null, [id]);
  await removeProduct(db, id);
  media.removed(db);
  return true;
}
