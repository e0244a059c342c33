import type { SoldProduct } from "../../catalog/published.js";
import type { CartLine } from "../cart-state.rows.js";
import { chosenOf } from "./chosen.js";
import { lineSku } from "./line-sku.js";

interface KnownProducts {
  readonly products: ReadonlyMap<number, SoldProduct>;
}

/** Whether shoppers of a website may buy a product, as far as the catalogue says. */
export const isOffered = ({ values, is_on_website }: SoldProduct): boolean => values["status"] === "1" && is_on_website;

/** Types that cannot be bought without one of their parts. */
const composed: ReadonlySet<string> = new Set(["configurable", "bundle"]);

/**
 * Returns the lines that stay, with the names and SKUs that products have now. A line goes with its product, when that is
 * disabled, leaves the website or loses all its parts; the lines below go with it.
 */
export function refreshedLines(lines: readonly CartLine[], { products }: KnownProducts): CartLine[] {
  const partsOf = partsByLine(lines);
  return lines.flatMap((line) => {
    if (line.parent_item_id !== null) return [];
    const product = products.get(line.product_id);
    const parts = partsOf.get(line.item_id) ?? [];
    if (!product || !isOffered(product) || (composed.has(product.type_id) && parts.length === 0)) return [];
    return refreshed(line, product, { parts, products });
  });
}

/** Returns the lines below other lines, by the id of the line above. */
export function partsByLine(lines: readonly CartLine[]): ReadonlyMap<number, readonly CartLine[]> {
  const found = new Map<number, CartLine[]>();
  for (const line of lines) {
    if (line.parent_item_id === null) continue;
    const parts = found.get(line.parent_item_id);
    if (parts) parts.push(line);
    else found.set(line.parent_item_id, [line]);
  }
  return found;
}

function refreshed(
  line: CartLine,
  product: SoldProduct,
  { parts, products }: KnownProducts & { readonly parts: readonly CartLine[] },
): CartLine[] {
  const known = parts.flatMap((part) => {
    const found = products.get(part.product_id);
    return found ? [{ part, found }] : [];
  });
  const sku = lineSku(
    product,
    chosenOf(line),
    known.map(({ found }) => found),
  );
  return [
    { ...line, sku, name: nameOf(product) },
    ...known.map(({ part, found }) => ({ ...part, sku: found.sku, name: nameOf(found) })),
  ];
}

const nameOf = ({ values, sku }: SoldProduct): string => values["name"] ?? sku;
