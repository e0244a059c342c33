import type { Db } from "../../../platform/db/database.js";
import { fitOrThrow } from "../../../api/call/arguments/decimal-fields.js";
import { amountColumn, quantityColumn } from "../../../platform/money/columns.js";
import { inputError } from "../../../api/call/errors.js";
import { productNotFound } from "../products/product-errors.js";
import { compositeTypes } from "../products/product-kinds.js";
import { type Child, lockChildren, type SelectionRow } from "./bundle.rows.js";
import type { BundleLink } from "./product-bundle.types.js";
import { keyOf } from "../../../platform/db/models.js";

/** Products by lower-case SKU. */
export type Children = ReadonlyMap<string, Child>;

/** 400 for a product that the option already has. */
export const alreadyAssigned = (childSku: string, bundleSku: string) =>
  inputError('Child with specified sku: "%1" already assigned to product: "%2"', [childSku, bundleSku]);

/** Finds the products of links. Throws 404 for an unknown SKU, 400 for a composite product. */
export async function requireChildren(links: readonly BundleLink[], db: Db): Promise<Children> {
  const keys = links.map(skuKeyOf);
  const children = await lockChildren(db, [...new Set(keys)]);
  for (const key of keys) {
    const child = children.get(key);
    if (!child) throw productNotFound();
    if (compositeTypes.has(child.type_id)) {
      throw inputError("The bundle product can't contain another composite product.");
    }
  }
  return children;
}

/** Returns the linked product. Throws 404 if it was not found. */
export function childOf(link: BundleLink, children: Children): Child {
  const child = children.get(skuKeyOf(link));
  if (!child) throw productNotFound();
  return child;
}

const skuKeyOf = ({ sku }: BundleLink) => keyOf(sku ?? "");

/** The id of a selection and of the option and product it belongs to, which a link alone does not determine. */
export type SelectionIds = Pick<SelectionRow, "selection_id" | "option_id" | "product_id">;

/**
 * Returns the selection after a save: absent fields keep their value or get their default. Throws 400 for a quantity
 * that is not positive and for a negative price.
 */
export function selectionRow(link: BundleLink, place: SelectionIds, before?: SelectionRow): SelectionRow {
  const { qty, price } = link;
  return {
    ...place,
    qty: qty == null ? (before?.qty ?? "1") : fitOrThrow("qty", qty, quantityColumn),
    price: price == null ? (before?.price ?? "0") : fitOrThrow("price", price, amountColumn),
    price_type: link.price_type ?? before?.price_type ?? 0,
    position: link.position ?? before?.position ?? 0,
    is_default: link.is_default ?? before?.is_default ?? false,
    can_change_quantity: link.can_change_quantity ?? before?.can_change_quantity ?? 0,
  };
}
