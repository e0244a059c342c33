import { invalidAttribute, storeNotFound } from "./base-price-rules.js";
import { CheckedRows, decimalParameter, formatDecimal, formatValue, parameterOf } from "../writes/checked-rows.js";
import { toAmount } from "../../../platform/money/columns.js";
import type { StoreViews } from "../price-scopes.sql.js";
import type { PriceWrite } from "../writes/price-writes.sql.js";
import type { Cost, PriceUpdateResult } from "../price.types.js";
import type { PricedProducts } from "../priced-products.sql.js";
import { plainTypes } from "../../catalog/published.terms.js";
import { withReason } from "../failure-codes.js";

/** Checks costs. A cost applies only to the store view that it names. */
export function checkCosts(
  costs: readonly Cost[],
  { products, stores }: { readonly products: PricedProducts; readonly stores: StoreViews },
): CheckedRows<PriceWrite> {
  const checked = new CheckedRows<PriceWrite>();
  const { valid, failures } = checked;
  for (const [index, row] of costs.entries()) {
    const before = failures.length;
    const product = products.find(row.sku);
    const cost = toAmount(row.cost);
    const storeId = row.store_id ?? Number.NaN;
    if (!product || !plainTypes.includes(product.type_id)) {
      failures.push(invalidAttribute("SKU", parameterOf(row.sku)));
    }
    if (cost === undefined) failures.push(invalidCost(row));
    if (!stores.has(storeId)) failures.push(storeNotFound(row));
    if (failures.length === before && product && cost !== undefined) {
      valid.push({ productId: product.id, sku: product.sku, storeId, cost });
    }
    checked.assignPlace(index, row);
  }
  return checked;
}

function invalidCost(row: Cost): PriceUpdateResult {
  const cost = formatDecimal(row.cost);
  const sku = formatValue(row.sku);
  const store = formatValue(row.store_id);
  const message = `Invalid attribute Cost = ${cost}. Row ID: SKU = ${sku}, Store ID: ${store}.`;
  const parameters = [decimalParameter(row.cost), parameterOf(row.sku), parameterOf(row.store_id)];
  return withReason({ message, parameters }, { code: "INVALID_PRICE", field: "cost" });
}
