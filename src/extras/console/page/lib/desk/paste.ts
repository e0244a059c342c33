import { parseAmount } from "./amounts.js";
import { amountOf, canHave, type CellKind, type PricedProduct, type TrayChange } from "./products.js";

/** The changes of a pasted column, and the lines that are no amounts of a product. */
export interface Pasted {
  readonly changes: readonly TrayChange[];
  readonly skipped: readonly { readonly line: number; readonly text: string }[];
}

interface Target {
  /** The products from the cell downwards. */
  readonly products: readonly PricedProduct[];
  readonly kind: CellKind;
  readonly store: number;
}

/** Reads a column of a spreadsheet, one amount for each product. Of several columns, the first one counts. */
export function readPasted(text: string, { products, kind, store }: Target): Pasted {
  const lines = text.replace(/\r?\n$/, "").split(/\r?\n/);
  const changes: TrayChange[] = [];
  const skipped: { line: number; text: string }[] = [];
  for (const [index, line] of lines.entries()) {
    const [cell = ""] = line.split("\t");
    const product = products[index];
    const value = parseAmount(cell);
    // An empty cell changes nothing: a copied column often has gaps.
    if (value === null) continue;
    if (value === undefined || !product || !canHave(product, kind)) skipped.push({ line: index + 1, text: cell });
    else changes.push(changeTo(product, value, { kind, store }));
  }
  return { changes, skipped };
}

/** Returns the change of a product's price to an amount. */
export const changeTo = (
  product: PricedProduct,
  value: string | null,
  { kind, store }: Pick<Target, "kind" | "store">,
): TrayChange => ({
  ...{ sku: product.sku, kind, store, value, old: amountOf(product, kind) },
  until: kind === "special" ? product.special_to : null,
});
