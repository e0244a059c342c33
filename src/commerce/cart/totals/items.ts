import type { Quantity } from "../../../platform/money/amount.js";
import { asRatio, zeroQuantity } from "../../../platform/money/amount.js";
import { multiply } from "../../../platform/money/arithmetic.js";
import type { CartLine } from "./cart-facts.js";

/**
 * The line that has the amounts: `own` means the line itself, `sum` its children (a dynamic bundle), `none` its parent
 * (parts of a configurable product or of a bundle with a fixed price).
 */
export type Priced = "own" | "sum" | "none";

/** A line in the tree of lines. */
export interface Item {
  /** Its index among the lines, which is also the index of its amounts. */
  readonly index: number;
  readonly line: CartLine;
  readonly priced: Priced;
  readonly totalQty: Quantity;
  readonly parent?: Item;
  readonly children: readonly Item[];
}

/** The lines of a cart as a tree. */
export interface ItemTree {
  /** All items, by their index. */
  readonly all: readonly Item[];
  readonly top: readonly Item[];
  /** Items with their own amounts; children take the place of their dynamic bundle. */
  readonly priced: readonly Item[];
  /** Bundles that sum up their children. */
  readonly sums: readonly Item[];
}

/** Returns the lines as a tree. A child whose parent is not in the cart is left out of all amounts. */
export function toItems(lines: readonly CartLine[]): ItemTree {
  const all: Item[] = [];
  const childrenOf = new Map<number, { readonly line: CartLine; readonly index: number }[]>();
  lines.forEach((line, index) => {
    if (line.parentId === undefined) return;
    const siblings = childrenOf.get(line.parentId);
    if (siblings) siblings.push({ line, index });
    else childrenOf.set(line.parentId, [{ line, index }]);
  });
  const top = lines.flatMap((line, index) => (line.parentId === undefined ? [toItem(line, index, childrenOf)] : []));
  for (const item of top) {
    all[item.index] = item;
    for (const child of item.children) all[child.index] = child;
  }
  lines.forEach((line, index) => {
    all[index] ??= { index, line, priced: "none", totalQty: zeroQuantity, children: [] };
  });
  const priced = top.flatMap((item) => (item.priced === "sum" ? item.children : [item]));
  return { all, top, priced, sums: top.filter((item) => item.priced === "sum") };
}

function toItem(
  line: CartLine,
  index: number,
  childrenOf: ReadonlyMap<number, readonly { readonly line: CartLine; readonly index: number }[]>,
): Item {
  const isSum = line.product.type === "bundle" && line.product.hasFixedPrice !== true;
  const children: Item[] = [];
  const item: Item = { index, line, priced: isSum ? "sum" : "own", totalQty: line.qty, children };
  for (const { line: child, index: place } of childrenOf.get(line.itemId) ?? []) {
    const totalQty = multiply(child.qty, asRatio(line.qty));
    children.push({ index: place, line: child, priced: isSum ? "own" : "none", totalQty, parent: item, children: [] });
  }
  return item;
}
