import { toQuantity } from "../money/columns.js";
import { shown, shownDecimal } from "./price-amounts.js";
import type { TierPrice } from "./price.types.js";
import type { PricedProducts } from "./priced-products.sql.js";
import type { TierPriceScopes } from "./price-scopes.sql.js";
import type { StoredTierPrice } from "./prices.sql.js";

/** How many of the rows that it clashes with a row names: all of them would be n² reasons for n equal rows. */
const named = 2;

const allWebsites = 0;

/** What two rows must share to stand in each other's way, by place: product, customer group and quantity. */
export const clashKeys = (prices: readonly TierPrice[], products: PricedProducts): readonly string[] =>
  prices.map((row) =>
    clashKey(products.find(row.sku)?.id ?? `?${shown(row.sku)}`, {
      customer_group: shown(row.customer_group),
      quantity: toQuantity(row.quantity) ?? shownDecimal(row.quantity),
    }),
  );

/** A product by its id, or an SKU that there is not behind a question mark; separated by what no text of a call holds. */
const clashKey = (product: number | string, row: { readonly customer_group: string; readonly quantity: string }) =>
  `${product}\0${row.customer_group.toLowerCase()}\0${row.quantity}\0`;

/**
 * The rows of one call that stand in each other's way, by place: those for the same website, and those of which one is
 * for all websites and the other for one in the default base currency.
 */
export function clashesWithin(
  prices: readonly TierPrice[],
  keys: readonly string[],
  scopes: TierPriceScopes,
): ReadonlyMap<number, readonly TierPrice[]> {
  const places = new Map<string, number[]>();
  const websites = new Set<number>();
  prices.forEach((row, place) => {
    const key = `${keys[place]}${shown(row.website_id)}`;
    const same = places.get(key);
    if (same) same.push(place);
    else places.set(key, [place]);
    if (row.website_id && scopes.websites.get(row.website_id)) websites.add(row.website_id);
  });
  const clashes = new Map<number, readonly TierPrice[]>();
  if (places.size === prices.length && websites.size === 0) return clashes;
  prices.forEach((row, place) => {
    const found = rivals(row.website_id, websites).flatMap((website) =>
      firstOthers(places.get(`${keys[place]}${shown(website)}`), place),
    );
    const others = found.sort((one, other) => one - other).slice(0, named);
    if (others.length > 0)
      clashes.set(
        place,
        others.flatMap((other) => prices[other] ?? []),
      );
  });
  return clashes;
}

/** What is stored and stands in the way of rows, by place: exactly one of the two is for all websites. */
export function clashesWithStored(
  prices: readonly TierPrice[],
  keys: readonly string[],
  stored: readonly StoredTierPrice[],
): ReadonlyMap<number, readonly StoredTierPrice[]> {
  const clashes = new Map<number, readonly StoredTierPrice[]>();
  if (stored.length === 0) return clashes;
  const byKey = new Map<string, StoredTierPrice[]>();
  for (const row of stored) {
    const key = clashKey(row.product_id, { ...row, quantity: toQuantity(row.quantity) ?? row.quantity });
    byKey.set(key, [...(byKey.get(key) ?? []), row]);
  }
  prices.forEach((row, place) => {
    const isForAll = row.website_id === allWebsites;
    const others = byKey.get(keys[place] ?? "")?.filter((other) => (other.website_id === allWebsites) !== isForAll);
    if (others && others.length > 0) clashes.set(place, others);
  });
  return clashes;
}

/** The websites whose rows a row for this website cannot stand beside. */
function rivals(website: number | null | undefined, inDefaultCurrency: ReadonlySet<number>) {
  if (website === allWebsites) return [website, ...inDefaultCurrency];
  return website && inDefaultCurrency.has(website) ? [website, allWebsites] : [website];
}

function firstOthers(places: readonly number[] | undefined, place: number): number[] {
  const others: number[] = [];
  for (const other of places ?? []) {
    if (other !== place && others.push(other) === named) break;
  }
  return others;
}
