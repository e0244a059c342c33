import type { Db } from "../../../../platform/db/database.js";
import { keyOf } from "../../../../platform/db/models.js";
import { notUnique, productNotFound } from "../product-errors.js";
import { lockByIdOrSku, lockByKey, type StoredProduct } from "./stored-product.sql.js";

/**
 * Finds and locks the product to save: by id if it is given and exists, otherwise by SKU, ignoring case. Concurrent
 * saves of the product wait for the lock, and deleting an attribute waits for all saves. Throws 400 if id and SKU
 * belong to different products.
 */
export async function lockProduct(
  db: Db,
  { id, sku }: { readonly id?: number | null | undefined; readonly sku: string },
): Promise<StoredProduct | undefined> {
  if (id == null) return lockByKey(db, keyOf(sku));
  const [found, other] = await lockByIdOrSku(db, { id, sku });
  if (other) throw notUnique("SKU");
  return found;
}

/** Finds and locks a product by its SKU, ignoring case. Throws 404 for an unknown SKU. */
export async function lockKnownProduct(db: Db, sku: string): Promise<StoredProduct> {
  const found = await lockProduct(db, { sku: sku.trim() });
  if (!found) throw productNotFound();
  return found;
}
