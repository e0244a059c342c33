import { commonSeparator, isAmbiguous, parseAmount, type Separator } from "./amounts.js";
import { amountOf, canHave, type CellKind, type PricedProduct, type TrayChange } from "./products.js";

/** The changes of a pasted column, and the lines that are no amounts of a product. */
export interface Pasted {
  readonly changes: readonly TrayChange[];
  /** The decimal separator with which ambiguous amounts were read. */
  readonly decimal: Separator;
  /** The first amount that another decimal separator would change. */
  readonly ambiguous: { readonly text: string; readonly value: string } | undefined;
  readonly skipped: readonly { readonly line: number; readonly text: string }[];
}

export interface Target {
  /** The products from the cell downwards. */
  readonly products: readonly PricedProduct[];
  readonly kind: CellKind;
  readonly store: number;
}

/** Returns the cells of the first of the copied columns. */
const cellsOf = (text: string): readonly string[] =>
  text
    .replace(/\r?\n$/, "")
    .split(/\r?\n/)
    .map((line) => line.split("\t")[0] ?? "");

/** Returns the decimal separator of a column: that of its unambiguous amounts, or else the usual one. */
export const separatorOf = (text: string, usual: Separator): Separator => commonSeparator(cellsOf(text)) ?? usual;

/** Reads a column of a spreadsheet, one amount for each product. */
export function readPasted(text: string, { products, kind, store }: Target, decimal: Separator): Pasted {
  const changes: TrayChange[] = [];
  const skipped: { line: number; text: string }[] = [];
  let ambiguous: Pasted["ambiguous"];
  for (const [index, cell] of cellsOf(text).entries()) {
    const product = products[index];
    const value = parseAmount(cell, decimal);
    // An empty cell changes nothing: a copied column often has gaps.
    if (value === null) continue;
    if (value === undefined || !product || !canHave(product, kind)) skipped.push({ line: index + 1, text: cell });
    else {
      changes.push(changeTo(product, value, { kind, store }));
      if (isAmbiguous(cell)) ambiguous ??= { text: cell.trim(), value };
    }
  }
  return { changes, skipped, decimal, ambiguous };
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
