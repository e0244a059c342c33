import type { PriceKind } from "../../../../commerce/pricing/closed-sets.types.js";
import { type PricedProduct, pricedTypes } from "../../../../commerce/pricing/priced-products.sql.js";
import { plainTypes } from "../../../../commerce/catalog/published.terms.js";
import { type FileRow, quote } from "./file-row.js";
import type { RowFailure } from "../../../../commerce/pricing/failure-codes.js";
import type { RowFacts } from "./row-groups.js";

/** Returns why the product or the scope of a row cannot have its price; undefined if nothing speaks against it. */
export function checkTarget(row: FileRow, { products, scope }: Pick<RowFacts, "products" | "scope">) {
  const { kind, sku, store_id } = row;
  const product = products.find(sku);
  if (!product) return unknownSku(sku);
  if (!hasPrice(kind, product)) return compositeProduct(kind, product);
  if (scope === "website" || store_id === 0) return undefined;
  const message = `Prices are global, so the ${kind} price of ${sku} cannot be set for the store view ${store_id}.`;
  return { code: "global_price_scope", message };
}

function hasPrice(kind: PriceKind, { type_id, has_fixed_price }: PricedProduct): boolean {
  if (kind === "cost") return plainTypes.includes(type_id);
  if (!pricedTypes.includes(type_id)) return false;
  return kind !== "base" || type_id !== "bundle" || has_fixed_price;
}

/** A number in scientific notation, as spreadsheets show a long number. */
const shortened = /^\d(?:[.,]\d+)?E\+?\d+$/i;

function unknownSku(sku: string): RowFailure {
  if (sku === "") return { code: "unknown_sku", message: "The row has no SKU." };
  if (!shortened.test(sku)) return { code: "unknown_sku", message: `There is no product with the SKU ${quote(sku)}.` };
  const advice = "Format the column as text, and export the file again.";
  return { code: "shortened_sku", message: `A spreadsheet has shortened this SKU: ${quote(sku)}. ${advice}` };
}

const sources: Readonly<Record<string, string>> = {
  configurable: "comes from its variations: set their prices",
  grouped: "comes from its products: set their prices",
  bundle: "comes from its items, because the price of the bundle is dynamic",
};

function compositeProduct(kind: PriceKind, { sku, type_id }: PricedProduct): RowFailure {
  const source = sources[type_id] ?? "cannot be set";
  const what = kind === "base" ? "price" : kind === "cost" ? "cost" : `${kind} price`;
  return { code: "composite_product", message: `The ${what} of the ${type_id} product ${sku} ${source}.` };
}
