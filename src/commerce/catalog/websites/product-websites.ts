import type { Db } from "../../../platform/db/database.js";
import { inputError } from "../../../api/call/errors.js";
import { notSaved } from "../products/product-errors.js";
import { lockKnownProduct } from "../products/save/lock-product.js";
import { touchProduct } from "../products/save/stored-product.sql.js";
import { addWebsite, removeWebsite, writeWebsites } from "./product-website.sql.js";
import type { ProductWebsiteLink } from "./product-website.types.js";

/** Replaces the websites of a product. Throws 400 for an unknown website. */
export async function replaceWebsites(db: Db, productId: number, websiteIds: readonly number[]): Promise<void> {
  const unknown = await writeWebsites(db, productId, [...new Set(websiteIds)]);
  if (unknown !== undefined) throw notSaved();
}

/** Assigns a product to a website. Throws 400 for a missing or unknown website, 404 for an unknown SKU. */
export async function assignWebsite(db: Db, { sku, website_id: websiteId }: ProductWebsiteLink): Promise<void> {
  if (!websiteId) throw inputError("There are not websites for assign to product");
  const { id: productId } = await lockKnownProduct(db, sku ?? "");
  if (!(await addWebsite(db, productId, websiteId))) {
    throw inputError('Could not assign product "%1" to websites "%2"', [productId, websiteId]);
  }
  await touchProduct(db, productId);
}

/** Removes a product from a website. Throws 404 for an unknown SKU. */
export async function unassignWebsite(db: Db, sku: string, websiteId: number): Promise<void> {
  const { id: productId } = await lockKnownProduct(db, sku);
  if (await removeWebsite(db, productId, websiteId)) await touchProduct(db, productId);
}
