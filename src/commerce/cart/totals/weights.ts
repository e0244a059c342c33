import { asRatio, asWeight, type Quantity, type Weight } from "../../../platform/money/amount.js";
import { isZero, multiply, proportion, subtract, sum } from "../../../platform/money/arithmetic.js";
import type { Item, ItemTree } from "./items.js";

const noWeight = asWeight(0);

/** Returns whether an item, or a part of it, is shipped. */
export const isShipped = ({ line, children }: Item): boolean =>
  children.length === 0 ? !line.product.isVirtual : children.some((child) => !child.line.product.isVirtual);

/** Returns the weight of all units of a line; without a fixed weight, a line with children weighs as much as they do. */
export function rowWeight(item: Item): Weight {
  if (!isShipped(item)) return noWeight;
  const { product } = item.line;
  const usesChildren = item.children.length > 0 && product.hasFixedWeight !== true;
  if (!usesChildren) return multiply(product.weight ?? noWeight, item.totalQty);
  return sum(item.children.map(rowWeight));
}

/** Returns the weight of a cart. */
export const cartWeight = ({ top }: ItemTree): Weight => sum([noWeight, ...top.map(rowWeight)]);

/** Returns the weight of the units of an item that are not shipped free. */
export function paidWeight(item: Item, freeUnits: Quantity): Weight {
  const weight = rowWeight(item);
  if (isZero(freeUnits) || isZero(item.totalQty)) return weight;
  return proportion(weight, subtract(item.totalQty, freeUnits), item.totalQty);
}

/**
 * Returns the weight that an order records for a line: without units that are shipped free. A bundle that is shipped
 * separately and weighs as much as its parts has the weight of its last part, as in Magento.
 */
export function orderedWeight(item: Item, freeUnits: Quantity): Weight {
  const { type, hasFixedWeight, isShippedSeparately } = item.line.product;
  const [last] = item.children.filter(isShipped).slice(-1);
  const isOfLast = type === "bundle" && isShippedSeparately === true && hasFixedWeight !== true;
  return isOfLast && last ? rowWeight(last) : paidWeight(item, freeUnits);
}

/** Returns the parcels of a line; a unit of a bundle shipped together, or of a configurable product, counts as one. */
export function shippedQty(item: Item): Quantity {
  if (!isShipped(item)) return multiply(item.totalQty, asRatio(0));
  if (item.line.product.type !== "bundle" || item.line.product.isShippedSeparately !== true) return item.totalQty;
  return sum(item.children.filter(isShipped).map(({ totalQty }) => totalQty));
}
