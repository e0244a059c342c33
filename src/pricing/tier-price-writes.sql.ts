// SQL: set-based writes (measured by the calls that set 10,000 prices).
import { lockedProducts } from "../catalog/published.sql.js";
import type { Db } from "../db/database.js";
import type { Amount, Percent, Quantity } from "../money/amount.js";
import { toQuantity } from "../money/columns.js";
import type { PriceOrigin } from "./price-origin.js";

/** All tier prices are written here, under the locks that `price-writes.sql.ts` describes. */

/** A tier price. Exactly one of `value` and `percentage` is set. */
export interface TierPriceWrite {
  readonly productId: number;
  readonly allGroups: boolean;
  /** 0 if `allGroups` is true. */
  readonly customerGroupId: number;
  readonly quantity: Quantity;
  /** 0 for every website. */
  readonly websiteId: number;
  readonly value: Amount | null;
  readonly percentage: Percent | null;
}

/** Sets tier prices. Overwrites the price with the same product, customer group, quantity and website. */
export async function writeTierPrices(db: Db, rows: readonly TierPriceWrite[], _origin: PriceOrigin): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(
    `insert into product_tier_price (product_id, all_groups, customer_group_id, qty, website_id, value, percentage_value)
    select * from unnest($1::int[], $2::bool[], $3::int[], $4::numeric[], $5::int[], $6::numeric[], $7::numeric[])
    on conflict (product_id, all_groups, customer_group_id, qty, website_id)
      do update set value = excluded.value, percentage_value = excluded.percentage_value`,
    tierPriceArrays(oneOfEachTier(rows)),
  );
}

/** Replaces all tier prices of the given products. */
export async function replaceTierPrices(
  db: Db,
  replaced: { readonly productIds: readonly number[]; readonly rows: readonly TierPriceWrite[] },
  origin: PriceOrigin,
): Promise<void> {
  if (replaced.productIds.length === 0) return;
  await db.execute("delete from product_tier_price where product_id = any($1::int[])", [replaced.productIds]);
  await writeTierPrices(db, replaced.rows, origin);
}

/** Deletes the tier prices that equal the given ones in every field. Unknown ones are ignored. */
export async function deleteTierPrices(db: Db, rows: readonly TierPriceWrite[], _origin: PriceOrigin): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(
    `delete from product_tier_price as stored
    using unnest($1::int[], $2::bool[], $3::int[], $4::numeric[], $5::int[], $6::numeric[], $7::numeric[])
      as given (product_id, all_groups, customer_group_id, qty, website_id, value, percentage_value)
    where stored.product_id = given.product_id and stored.all_groups = given.all_groups
      and stored.customer_group_id = given.customer_group_id and stored.qty = given.qty::numeric(12, 4)
      and stored.website_id = given.website_id and stored.value is not distinct from given.value::numeric(20, 6)
      and stored.percentage_value is not distinct from given.percentage_value::numeric(5, 2)`,
    tierPriceArrays(rows),
  );
}

/**
 * Locks the products that have prices for a customer group. Call this before locking the group to delete it: price
 * writes lock products first, then groups.
 */
export async function lockProductsOfGroup(db: Db, customerGroupId: number): Promise<void> {
  await db.query(
    lockedProducts(
      "id in (select product_id from product_tier_price where not all_groups and customer_group_id = $1::int)",
    ),
    [customerGroupId],
  );
}

/** Deletes all tier prices for one customer group. The caller has locked the group, so none can be added. */
export async function deleteTierPricesOfGroup(db: Db, customerGroupId: number, _origin: PriceOrigin): Promise<void> {
  await db.execute("delete from product_tier_price where not all_groups and customer_group_id = $1::int", [
    customerGroupId,
  ]);
}

/**
 * Returns the last row for each key, because PostgreSQL rejects two updates of a row in one statement. Quantities are
 * equal if the column rounds them to the same value.
 */
function oneOfEachTier(rows: readonly TierPriceWrite[]): readonly TierPriceWrite[] {
  const last = new Map<string, TierPriceWrite>();
  for (const row of rows) {
    const group = row.allGroups ? "all" : row.customerGroupId;
    last.set(`${row.productId} ${group} ${toQuantity(row.quantity)} ${row.websiteId}`, row);
  }
  return [...last.values()];
}

const tierPriceArrays = (rows: readonly TierPriceWrite[]): readonly unknown[] => [
  rows.map((row) => row.productId),
  rows.map((row) => row.allGroups),
  rows.map((row) => row.customerGroupId),
  rows.map((row) => row.quantity),
  rows.map((row) => row.websiteId),
  rows.map((row) => row.value),
  rows.map((row) => row.percentage),
];
