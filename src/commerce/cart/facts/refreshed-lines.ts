import type { SoldProduct } from "../../catalog/published.sale.js";
import type { CartLine } from "../state/cart-state.rows.js";
import { chosenOf } from "./chosen.js";
import { lineSku } from "./line-sku.js";

interface KnownProducts {
  readonly products: ReadonlyMap<number, SoldProduct>;
}

/** Whether a product is enabled and assigned to the website. */
export const isOffered = ({ values, is_on_website }: SoldProduct): boolean => values["status"] === "1" && is_on_website;

/** Product types that cannot be bought without at least one part. */
const typesWithParts: ReadonlySet<string> = new Set(["configurable", "bundle"]);

/**
 * Returns the remaining lines with the current names and SKUs of their products. A line is removed with its child lines if
 * its product was deleted, disabled or removed from the website, or has no parts left.
 */
export function refreshLines(lines: readonly CartLine[], { products }: KnownProducts): CartLine[] {
  const partsOf = partsByLine(lines);
  return lines.flatMap((line) => {
    if (line.parent_item_id !== null) return [];
    const product = products.get(line.product_id);
    const parts = partsOf.get(line.item_id) ?? [];
    if (!product || !isOffered(product) || (typesWithParts.has(product.type_id) && parts.length === 0)) return [];
    return refreshLine(line, product, { parts, products });
  });
}

/** Returns the child lines by the id of their parent line. */
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

function refreshLine(
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
