import type { Db } from "../../../platform/db/database.js";
import { couldNotSave, invalid, notFound } from "../../../api/call/errors.js";
import { productNotFound } from "../products/product-errors.js";
import { lockKnownProduct } from "../products/save/lock-product.js";
import { touchProduct } from "../products/save/stored-product.sql.js";
import { codeOfLinkType } from "./link-types.js";
import { type LinkRow, readLinks, removeLink, writeLinks } from "./product-link.sql.js";
import type { ProductLink } from "./product-link.types.js";
import { rowOfLink } from "./product-links.js";
import { keyOf } from "../../../platform/db/models.js";

/** Returns a product's links of one type. Throws 404 for an unknown type or SKU. */
export async function listLinks(db: Db, sku: string, typeName: string): Promise<ProductLink[]> {
  const links = await readLinks(db, sku, knownType(typeName));
  if (!links) throw productNotFound();
  return links;
}

/**
 * Adds links to a product and updates the ones that it has; its other links stay. Throws 404 for an unknown link type and
 * for an unknown SKU of the product, 400 for an unknown linked product and for an empty list.
 */
export async function addLinks(db: Db, sku: string, links: readonly ProductLink[]): Promise<void> {
  if (links.length === 0) throw invalid("items", "empty array");
  const rows = links.map(rowOfLink);
  const { id: productId } = await lockKnownProduct(db, sku);
  const placed = await placeLinks(db, sku, rows);
  const unknown = await writeLinks(db, productId, { rows: placed, replaced: [] });
  if (unknown !== undefined) {
    throw couldNotSave("The linked products data is invalid. Verify the data and try again.");
  }
  await touchProduct(db, productId);
}

/**
 * Numbers the links of each type that has a new link without a position, as Magento does: the stored links first. A place
 * stays free for each stored link that is also in the list.
 */
async function placeLinks(db: Db, sku: string, rows: readonly LinkRow[]): Promise<LinkRow[]> {
  const placed: LinkRow[] = [];
  for (const type of new Set(rows.map((row) => row.type))) {
    const added = rows.filter((row) => row.type === type);
    if (added.every(({ position }) => position !== null)) {
      placed.push(...added);
      continue;
    }
    const sent = new Set(added.map((row) => keyOf(row.sku)));
    const stored = (await readLinks(db, sku, type)) ?? [];
    const kept = stored.map(({ linked_product_sku: linked }, index) => {
      return { type, sku: linked ?? "", position: index + 1, qty: null };
    });
    placed.push(
      ...kept.filter((row) => !sent.has(keyOf(row.sku))),
      ...added.map((row, index) => ({ ...row, position: stored.length + index + 1 })),
    );
  }
  return placed;
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
