import type { Db } from "../../../platform/db/database.js";
import { couldNotSave, missing, notFound } from "../../../api/call/errors.js";
import { productWithSkuNotFound } from "../products/product-errors.js";
import { fitOrThrow } from "../../../api/call/arguments/decimal-fields.js";
import { countColumn } from "../../../platform/money/columns.js";
import type { SavedProduct } from "../products/save/saved-product.js";
import { linkType } from "../closed-sets.types.js";
import { associated, codeOfLinkType, linkTypes } from "./link-types.js";
import { type LinkRow, writeLinks } from "./product-link.sql.js";
import type { ProductLink } from "./product-link.types.js";

/** Replaces the links of the product. Throws 400 for an unknown link type, 404 for an unknown SKU. */
export async function saveLinks(product: SavedProduct, links: readonly ProductLink[], db: Db): Promise<void> {
  if (!links.every((link) => linkType.has(link.link_type ?? ""))) {
    throw couldNotSave("The linked products data is invalid. Verify the data and try again.");
  }
  const replaced = linkTypes.map(({ code }) => code);
  const unknown = await writeLinks(db, product.id, { rows: rowsOfLinks(links), replaced });
  if (unknown !== undefined) throw productWithSkuNotFound(unknown);
}

/**
 * Returns the rows of links. If a link has no position, all links of its type are numbered in the order of the list.
 * Throws 400 for a missing link type and for an invalid quantity, 404 for an unknown type.
 */
function rowsOfLinks(links: readonly ProductLink[]): LinkRow[] {
  const rows = links.map(rowOfLink);
  const unplaced = new Set(rows.flatMap(({ type, position }) => (position === null ? [type] : [])));
  const places = new Map<number, number>();
  return rows.map((row) => {
    const place = (places.get(row.type) ?? 0) + 1;
    places.set(row.type, place);
    return unplaced.has(row.type) ? { ...row, position: place } : row;
  });
}

/** Returns the row of one link, without a position if the link has none. Throws as `rowsOfLinks` does. */
export function rowOfLink(link: ProductLink): LinkRow {
  const { link_type: name, extension_attributes: extension } = link;
  if (name == null || name === "") throw missing(["linkType"]);
  const type = codeOfLinkType(name);
  if (type === undefined) {
    throw notFound('The "%1" link type wasn\'t found. Verify the type and try again.', [name]);
  }
  const qty = name === associated && extension?.qty != null ? fitOrThrow("qty", extension.qty, countColumn) : null;
  return { type, sku: (link.linked_product_sku ?? "").trim(), position: link.position ?? null, qty };
}
