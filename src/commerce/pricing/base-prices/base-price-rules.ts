import { CheckedRows, decimalParameter, formatValue, parameterOf } from "../writes/checked-rows.js";
import { toAmount } from "../../../platform/money/columns.js";
import type { StoreViews } from "../price-scopes.sql.js";
import type { PriceWrite } from "../writes/price-writes.sql.js";
import type { BasePrice, PriceUpdateResult } from "../price.types.js";
import { type PricedProduct, type PricedProducts, pricedTypes } from "../priced-products.sql.js";
import { type FailureReason, withReason } from "../failure-codes.js";

/** The data that base prices are checked against. */
export interface BasePriceFacts {
  readonly products: PricedProducts;
  readonly stores: StoreViews;
  readonly scope: "global" | "website";
}

const hasBasePrice = (product: PricedProduct | undefined): product is PricedProduct =>
  product !== undefined &&
  pricedTypes.includes(product.type_id) &&
  (product.type_id !== "bundle" || product.has_fixed_price);

/** Checks base prices and copies each valid one to all store views that share it. */
export function checkBasePrices(
  prices: readonly BasePrice[],
  { products, stores, scope }: BasePriceFacts,
): CheckedRows<PriceWrite> {
  const checked = new CheckedRows<PriceWrite>();
  const { valid, failures } = checked;
  for (const [index, row] of prices.entries()) {
    const before = failures.length;
    const product = products.find(row.sku);
    const price = toAmount(row.price);
    const store = stores.get(row.store_id ?? Number.NaN);
    if (!hasBasePrice(product)) failures.push(invalidAttribute("SKU", parameterOf(row.sku)));
    if (price === undefined) failures.push(invalidAttribute("Price", decimalParameter(row.price)));
    if (!store) failures.push(storeNotFound(row));
    if (failures.length === before && product && price !== undefined && store) {
      for (const storeId of scope === "global" ? globally : namedFirst(row.store_id, store.siblings)) {
        valid.push({ productId: product.id, sku: product.sku, storeId, price });
      }
    }
    checked.assignPlace(index, row);
  }
  return checked;
}

const globally = [0];

/** Puts the store view of the row first, because guard-rail failures name the first store view of a price. */
const namedFirst = (named: number | null | undefined, siblings: readonly number[]) =>
  siblings.length === 1
    ? siblings
    : [...siblings].sort((one, other) => Number(other === named) - Number(one === named));

/** Returns the failure of an invalid attribute. The message stays a template that the client fills in, as in Magento. */
export const invalidAttribute = (name: keyof typeof attributes, value: string | null): PriceUpdateResult =>
  withReason({ message: "Invalid attribute %fieldName = %fieldValue.", parameters: [name, value] }, attributes[name]);

const attributes = {
  SKU: { code: "UNKNOWN_SKU", field: "sku" },
  Price: { code: "INVALID_PRICE", field: "price" },
} as const satisfies Readonly<Record<string, FailureReason>>;

/** Returns the failure of a row whose store view does not exist. */
export function storeNotFound(row: { readonly sku?: string | null; readonly store_id?: number | null }) {
  const sku = formatValue(row.sku);
  const store = formatValue(row.store_id);
  const message = `Requested store is not found. Row ID: SKU = ${sku}, Store ID: ${store}.`;
  return withReason(
    { message, parameters: [parameterOf(row.sku), parameterOf(row.store_id)] },
    { code: "UNKNOWN_STORE", field: "store_id" },
  );
}
