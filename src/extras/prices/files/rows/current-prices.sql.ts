// SQL: measured by `import-prices`: one statement compares thousands of prices with the stored ones.
import { hiddenLists } from "../../../../platform/db/statements/parameters.js";
import { productPrices, productTierPrices } from "../../../../commerce/pricing/prices.sql.js";
import type { Db } from "../../../../platform/db/database.js";
import type { PriceWrite } from "../../../../commerce/pricing/writes/price-writes.sql.js";
import type { TierPriceWrite } from "../../../../commerce/pricing/tier-prices/tier-price-writes.sql.js";

/** A stored price. Money and percentages are decimals as text. */
export interface StoredPrice {
  /** Index of the write that would change the price. */
  readonly place: number;
  readonly price: string | null;
  /** Whether a tier price is a discount in percent. */
  readonly is_discount: boolean;
  readonly price_from: string | null;
  readonly price_to: string | null;
}

type Scalar = "price" | "cost";

const scopeArrays = (writes: readonly PriceWrite[]) => [
  writes.map(({ productId }) => productId),
  writes.map(({ storeId }) => storeId),
];

const joined = `left join ${productPrices} own on own.product_id = given.product_id and own.store_id = given.store_id`;

/** A special price whose stored date does not fit to the one that a file says. */
interface ReversedPeriod {
  readonly place: number;
  readonly starts: string;
  readonly ends: string;
}

/** Returns the special prices that would end before they begin, with a date of the write and a stored one. */
export const findReversedPeriods = (db: Db, writes: readonly PriceWrite[]): Promise<ReversedPeriod[]> =>
  db.query<ReversedPeriod>(
    `select place, starts, ends from (
       select given.place::int - 1 as place, coalesce(given.starts, own.special_from) as starts,
         coalesce(given.ends, own.special_to) as ends
       from unnest(${hiddenLists("int", "int", "timestamp", "timestamp")})
         with ordinality as given (product_id, store_id, starts, ends, place)
       join ${productPrices} own on own.product_id = given.product_id and own.store_id = given.store_id
     ) as period where ends < starts`,
    [
      ...scopeArrays(writes),
      writes.map(({ specialFrom }) => specialFrom ?? null),
      writes.map(({ specialTo }) => specialTo ?? null),
    ],
  );

const tiers = `unnest(${hiddenLists("int", "bool", "int", "numeric", "int", "numeric", "numeric")})
    with ordinality as given (product_id, all_groups, customer_group_id, qty, website_id, value, percentage, place)
  join ${productTierPrices} own on own.product_id = given.product_id and own.all_groups = given.all_groups
    and own.customer_group_id = given.customer_group_id and own.qty = given.qty::numeric(12, 4)
    and own.website_id = given.website_id`;

const tierArrays = (writes: readonly TierPriceWrite[]) => [
  writes.map(({ productId }) => productId),
  writes.map(({ allGroups }) => allGroups),
  writes.map(({ customerGroupId }) => customerGroupId),
  writes.map(({ quantity }) => quantity),
  writes.map(({ websiteId }) => websiteId),
  writes.map(({ value }) => value),
  writes.map(({ percentage }) => percentage),
];

/** Returns the stored tier prices that have the keys of the writes. Keys without a stored price are left out. */
export function readTiersByKey(db: Db, writes: readonly TierPriceWrite[]): Promise<StoredPrice[]> {
  return db.query<StoredPrice>(
    `select given.place::int - 1 as place, coalesce(own.percentage_value, own.value) as price,
       own.percentage_value is not null as is_discount, null as price_from, null as price_to
     from ${tiers}`,
    tierArrays(writes),
  );
}

/** Returns the stored prices in the scopes of the writes. Prices that are not set are left out. */
export function readPricesByScope(
  db: Db,
  column: Scalar | "special_price",
  writes: readonly PriceWrite[],
): Promise<StoredPrice[]> {
  const dates = column === "special_price" ? "own.special_from, own.special_to" : "null, null";
  return db.query<StoredPrice>(
    `select place, price, false as is_discount, price_from, price_to from (
       select given.place::int - 1, own.${column}, ${dates}
       from unnest(${hiddenLists("int", "int")}) with ordinality as given (product_id, store_id, place) ${joined}
     ) as stored (place, price, price_from, price_to) where price is not null`,
    scopeArrays(writes),
  );
}
