import type { Db } from "../../db/database.js";
import { websiteNotFound } from "../../store/published.js";
import { inputError } from "../../call/errors.js";
import { lockKnownProduct, touchProduct } from "../products/save/stored-product.sql.js";
import { addWebsite, removeWebsite, writeWebsites } from "./product-website.sql.js";
import type { ProductWebsiteLink } from "./product-website.types.js";

/** Puts the product on sale on these websites and no others. Throws a 404 for one that does not exist. */
export async function replaceWebsites(db: Db, productId: number, websiteIds: readonly number[]): Promise<void> {
  const unknown = await writeWebsites(db, productId, [...new Set(websiteIds)]);
  if (unknown !== undefined) throw websiteNotFound(unknown);
}

/** Puts a product on sale on one more website. Throws a 400 without a website or for an unknown one, a 404 for the SKU. */
export async function sellOnWebsite(db: Db, { sku, website_id: websiteId }: ProductWebsiteLink): Promise<void> {
  if (!websiteId) throw inputError("There are not websites for assign to product");
  const { id: productId } = await lockKnownProduct(db, sku ?? "");
  if (!(await addWebsite(db, productId, websiteId))) {
    throw inputError('Could not assign product "%1" to websites "%2"', [productId, websiteId]);
  }
  await touchProduct(db, productId);
}

/** Takes a product off a website, where it was on it. Throws a 404 for an unknown SKU. */
export async function takeOffWebsite(db: Db, sku: string, websiteId: number): Promise<void> {
  const { id: productId } = await lockKnownProduct(db, sku);
  if (await removeWebsite(db, productId, websiteId)) await touchProduct(db, productId);
}
