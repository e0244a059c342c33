import type { Db } from "../../../platform/db/database.js";
import { couldNotSave, notFound } from "../../../api/call/errors.js";
import { productNotFound } from "../products/product-errors.js";
import { lockKnownProduct, touchProduct } from "../products/save/stored-product.sql.js";
import { codeOfLinkType } from "./link-types.js";
import { readLinks, removeLink, writeLinks } from "./product-link.sql.js";
import type { ProductLink } from "./product-link.types.js";
import { rowOfLink, rowsOfLinks } from "./product-links.js";

/** Returns a product's links of one type. Throws 404 for an unknown type or SKU. */
export async function listLinks(db: Db, sku: string, typeName: string): Promise<ProductLink[]> {
  const links = await readLinks(db, sku, knownType(typeName));
  if (!links) throw productNotFound();
  return links;
}

/**
 * Replaces a product's links of the types in the list; links of other types stay. Throws 404 for an unknown link type
 * and for an unknown SKU of the product, 400 for an unknown linked product.
 */
export async function setLinks(db: Db, sku: string, links: readonly ProductLink[]): Promise<void> {
  const rows = rowsOfLinks(links);
  const { id: productId } = await lockKnownProduct(db, sku);
  const replaced = [...new Set(rows.map(({ type }) => type))];
  const unknown = await writeLinks(db, productId, { rows, replaced });
  if (unknown !== undefined) {
    throw couldNotSave("The linked products data is invalid. Verify the data and try again.");
  }
  await touchProduct(db, productId);
}

/** Creates one link or updates its position and quantity. Throws 404 for an unknown type and for an unknown product. */
export async function saveLink(db: Db, link: ProductLink): Promise<void> {
  const row = rowOfLink(link);
  const { id: productId } = await lockKnownProduct(db, link.sku ?? "");
  const unknown = await writeLinks(db, productId, { rows: [row], replaced: [] });
  if (unknown !== undefined) throw productNotFound();
}

/** Deletes one link. Throws 404 for an unknown type, SKU or link. */
export async function deleteLink(
  db: Db,
  sku: string,
  { typeName, linkedSku }: { readonly typeName: string; readonly linkedSku: string },
): Promise<void> {
  const type = knownType(typeName);
  const { id: productId } = await lockKnownProduct(db, sku);
  if (!(await removeLink(db, productId, { type, linkedSku }))) {
    throw notFound("Product %1 doesn't have linked %2 as %3", [sku, linkedSku, typeName]);
  }
}

function knownType(name: string): number {
  const type = codeOfLinkType(name);
  if (type === undefined) {
    throw notFound('The "%1" link type is unknown. Verify the type and try again.', [name]);
  }
  return type;
}
