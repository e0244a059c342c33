import type { CheckedRows } from "./checked-rows.js";
import { toAmount } from "../money/columns.js";
import { shown, shownDecimal } from "./price-amounts.js";
import type { StoreViews } from "./price-scopes.sql.js";
import type { PriceWrite } from "./price-writes.sql.js";
import type { BasePrice, PriceUpdateResult } from "./price.types.js";
import type { PricedProduct, PricedProducts } from "./priced-products.sql.js";

/** What base prices are checked against. */
export interface BasePriceFacts {
  readonly products: PricedProducts;
  readonly stores: StoreViews;
  readonly scope: "global" | "website";
}

/** Product types that have a base price; of bundles, those with a price of their own. */
export const basePriceTypes = ["simple", "virtual", "downloadable", "bundle"] as const;

const hasBasePrice = (product: PricedProduct | undefined): product is PricedProduct =>
  product !== undefined &&
  (basePriceTypes as readonly string[]).includes(product.type_id) &&
  (product.type_id !== "bundle" || product.has_fixed_price);

/** Checks base prices; the valid ones are spread over the store views where they hold. */
export function checkBasePrices(
  prices: readonly BasePrice[],
  { products, stores, scope }: BasePriceFacts,
): CheckedRows<PriceWrite> {
  const valid: PriceWrite[] = [];
  const failures: PriceUpdateResult[] = [];
  for (const row of prices) {
    const before = failures.length;
    const product = products.find(row.sku);
    const price = toAmount(row.price);
    const store = stores.get(row.store_id ?? Number.NaN);
    if (!hasBasePrice(product)) failures.push(invalidAttribute("SKU", shown(row.sku)));
    if (price === undefined) failures.push(invalidAttribute("Price", shownDecimal(row.price)));
    if (!store) failures.push(storeNotFound(row));
    if (failures.length > before || !product || price === undefined || !store) continue;
    for (const storeId of scope === "global" ? globally : store.siblings) {
      valid.push({ productId: product.id, storeId, price });
    }
  }
  return { valid, failures };
}

const globally = [0];

/** A template that the client fills in itself, as in Magento. */
export const invalidAttribute = (name: string, value: string): PriceUpdateResult => ({
  message: "Invalid attribute %fieldName = %fieldValue.",
  parameters: [name, value],
});

/** The failure of a row whose store view there is not. */
export function storeNotFound(row: { readonly sku?: string | null; readonly store_id?: number | null }) {
  const sku = shown(row.sku);
  const store = shown(row.store_id);
  return {
    message: `Requested store is not found. Row ID: SKU = ${sku}, Store ID: ${store}.`,
    parameters: [sku, store],
  };
}
