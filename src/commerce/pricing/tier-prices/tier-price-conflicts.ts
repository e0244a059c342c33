import { toQuantity } from "../../../platform/money/columns.js";
import { formatValue, formatDecimal } from "../writes/checked-rows.js";
import type { TierPrice } from "../price.types.js";
import type { PricedProducts } from "../priced-products.sql.js";
import type { StoredTierPrice } from "../prices.sql.js";
import { keyOf } from "../../../platform/db/models.js";

/**
 * Maximum number of conflicting rows that a failure names. Naming all of them would give n² reasons for n equal rows.
 */
const maxNamedConflicts = 2;

const allWebsites = 0;

/** Returns the key of each row (product, customer group and quantity). Only rows with equal keys can conflict. */
export const conflictKeys = (prices: readonly TierPrice[], products: PricedProducts): readonly string[] =>
  prices.map((row) => rowKeyOf(row, products.find(row.sku)?.id ?? `?${formatValue(row.sku)}`));

const rowKeyOf = (row: TierPrice, product: number | string): string =>
  conflictKey(product, {
    customer_group: formatValue(row.customer_group),
    quantity: toQuantity(row.quantity) ?? formatDecimal(row.quantity),
  });

/**
 * Returns the key of a row. An unknown SKU is marked with a question mark. The separator cannot occur in a request.
 */
const conflictKey = (product: number | string, row: { readonly customer_group: string; readonly quantity: string }) =>
  `${product}\0${keyOf(row.customer_group)}\0${row.quantity}\0`;

/** Returns the conflicts between rows of one call, by row: rows for the same website whose SKU is spelled alike. */
export function conflictsWithin(prices: readonly TierPrice[]): ReadonlyMap<number, readonly TierPrice[]> {
  const places = new Map<string, number[]>();
  const keys = prices.map((row) => `${rowKeyOf(row, formatValue(row.sku))}${formatValue(row.website_id)}`);
  keys.forEach((key, index) => {
    const same = places.get(key);
    if (same) same.push(index);
    else places.set(key, [index]);
  });
  const clashes = new Map<number, readonly TierPrice[]>();
  if (places.size === prices.length) return clashes;
  keys.forEach((key, index) => {
    const others = firstConflicts(places.get(key), index).flatMap((other) => prices[other] ?? []);
    if (others.length > 0) clashes.set(index, others);
  });
  return clashes;
}

/** Returns the conflicts with stored prices, by row. Exactly one of the two is for all websites. */
export function conflictsWithStored(
  prices: readonly TierPrice[],
  keys: readonly string[],
  stored: readonly StoredTierPrice[],
): ReadonlyMap<number, readonly StoredTierPrice[]> {
  const clashes = new Map<number, readonly StoredTierPrice[]>();
  if (stored.length === 0) return clashes;
  const byKey = new Map<string, StoredTierPrice[]>();
  for (const row of stored) {
    const key = conflictKey(row.product_id, { ...row, quantity: toQuantity(row.quantity) ?? row.quantity });
    byKey.set(key, [...(byKey.get(key) ?? []), row]);
  }
  prices.forEach((row, index) => {
    const isForAll = row.website_id === allWebsites;
    const others = byKey.get(keys[index] ?? "")?.filter((other) => (other.website_id === allWebsites) !== isForAll);
    if (others && others.length > 0) clashes.set(index, others);
  });
  return clashes;
}

function firstConflicts(indexes: readonly number[] | undefined, index: number): number[] {
  const others: number[] = [];
  for (const other of indexes ?? []) {
    if (other !== index && others.push(other) === maxNamedConflicts) break;
  }
  return others;
}
