import { toQuantity } from "../../../platform/money/columns.js";
import { formatValue, formatDecimal } from "../writes/checked-rows.js";
import type { TierPrice } from "../price.types.js";
import type { PricedProducts } from "../priced-products.sql.js";
import type { TierPriceScopes } from "../price-scopes.sql.js";
import type { StoredTierPrice } from "../prices.sql.js";

/**
 * Maximum number of conflicting rows that a failure names. Naming all of them would give n² reasons for n equal rows.
 */
const maxNamedConflicts = 2;

const allWebsites = 0;

/** Returns the key of each row (product, customer group and quantity). Only rows with equal keys can conflict. */
export const conflictKeys = (prices: readonly TierPrice[], products: PricedProducts): readonly string[] =>
  prices.map((row) =>
    conflictKey(products.find(row.sku)?.id ?? `?${formatValue(row.sku)}`, {
      customer_group: formatValue(row.customer_group),
      quantity: toQuantity(row.quantity) ?? formatDecimal(row.quantity),
    }),
  );

/**
 * Returns the key of a row. An unknown SKU is marked with a question mark. The separator cannot occur in a request.
 */
const conflictKey = (product: number | string, row: { readonly customer_group: string; readonly quantity: string }) =>
  `${product}\0${row.customer_group.toLowerCase()}\0${row.quantity}\0`;

/**
 * Returns the conflicts between rows of one call, by row: rows for the same website, or one for all websites and one
 * for a website in the default base currency.
 */
export function conflictsWithin(
  prices: readonly TierPrice[],
  keys: readonly string[],
  scopes: TierPriceScopes,
): ReadonlyMap<number, readonly TierPrice[]> {
  const clashes = new Map<number, readonly TierPrice[]>();
  const keyOf = (row: TierPrice, place: number) => `${keys[place]}${formatValue(row.website_id)}`;
  const websites = new Set<number>();
  for (const { website_id: id } of prices) if (id && scopes.websites.get(id)) websites.add(id);
  if (websites.size === 0 && new Set(prices.map(keyOf)).size === prices.length) return clashes;
  const places = new Map<string, number[]>();
  prices.forEach((row, index) => {
    const key = keyOf(row, index);
    const same = places.get(key);
    if (same) same.push(index);
    else places.set(key, [index]);
  });
  prices.forEach((row, index) => {
    const found = conflictingWebsites(row.website_id, websites).flatMap((website) =>
      firstConflicts(places.get(`${keys[index]}${formatValue(website)}`), index),
    );
    const others = found.sort((one, other) => one - other).slice(0, maxNamedConflicts);
    if (others.length > 0)
      clashes.set(
        index,
        others.flatMap((other) => prices[other] ?? []),
      );
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

/** Returns the websites whose rows conflict with a row for this website. */
function conflictingWebsites(website: number | null | undefined, inDefaultCurrency: ReadonlySet<number>) {
  if (website === allWebsites) return [website, ...inDefaultCurrency];
  return website && inDefaultCurrency.has(website) ? [website, allWebsites] : [website];
}

function firstConflicts(indexes: readonly number[] | undefined, index: number): number[] {
  const others: number[] = [];
  for (const other of indexes ?? []) {
    if (other !== index && others.push(other) === maxNamedConflicts) break;
  }
  return others;
}
