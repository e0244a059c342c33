import type { Db } from "../db/database.js";
import { dropMediaFiles } from "./media-files.rows.js";
import { productNotFound } from "./product-errors.js";
import { lockProduct } from "./stored-product.rows.js";

/** Deletes a product with everything that refers to it, and the images that nothing else shows. Throws a 404. */
export async function deleteProduct(sku: string, db: Db): Promise<true> {
  const found = await lockProduct(db, { sku });
  if (!found) throw productNotFound();
  const media = await db.query<{ file: string }>("select file from product_media where product_id = $1", [found.id]);
  await db.execute("delete from product where id = $1", [found.id]);
  await dropMediaFiles(
    db,
    media.map(({ file }) => file),
  );
  return true;
}
