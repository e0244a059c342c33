// SQL: set-based writes (measured by the calls that set 10,000 prices).
import { lockedProducts, products } from "../catalog/published.sql.js";
import type { Db } from "../db/database.js";
import type { Amount, Percent, Quantity } from "../money/amount.js";
import { toQuantity } from "../money/columns.js";
import { changes, originCount, originValues, recordChanges } from "./history/ledger.sql.js";
import type { PriceOrigin } from "./price-origin.js";
import { endOfTierPrice, tierPriceChange } from "./tier-price-changes.sql.js";

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
export async function writeTierPrices(db: Db, rows: readonly TierPriceWrite[], origin: PriceOrigin): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(
    `with given as materialized (${givenTierPrices}),
    known as materialized (
      select given.*, p.sku, old.id as old_id from given join ${products} p on p.id = given.product_id
      left join product_tier_price old on ${isSameTier("old", "given")}),
    ${changes([
      `select ${tierPriceChange({ scope: "known", old: "old", new: "known" })}
      from known left join product_tier_price old on old.id = known.old_id where ${tierDiffers("old", "known")}`,
    ])},
    ${recordChanges(8)}
    insert into product_tier_price (${tierColumns})
    select ${tierColumns} from known
    on conflict (product_id, all_groups, customer_group_id, qty, website_id)
      do update set value = excluded.value, percentage_value = excluded.percentage_value`,
    [...tierPriceArrays(oneOfEachTier(rows)), ...originValues(origin)],
  );
}

/** Replaces all tier prices of the given products. */
export async function replaceTierPrices(
  db: Db,
  replaced: { readonly productIds: readonly number[]; readonly rows: readonly TierPriceWrite[] },
  origin: PriceOrigin,
): Promise<void> {
  if (replaced.productIds.length === 0) return;
  const rows = oneOfEachTier(replaced.rows);
  await deleteTiers(db, {
    condition: `own.product_id = any($8::int[]) and not exists (select from given where ${isSameTier("own", "given")})`,
    given: givenTierPrices,
    values: [...tierPriceArrays(rows), replaced.productIds, ...originValues(origin)],
  });
  await writeTierPrices(db, rows, origin);
}

/** Deletes the tier prices that equal the given ones in every field. Unknown ones are ignored. */
export async function deleteTierPrices(db: Db, rows: readonly TierPriceWrite[], origin: PriceOrigin): Promise<void> {
  if (rows.length === 0) return;
  await deleteTiers(db, {
    condition: `exists (select from given where ${isSameTier("own", "given")} and not ${tierDiffers("own", "given")})`,
    given: givenTierPrices,
    values: [...tierPriceArrays(rows), ...originValues(origin)],
  });
}

interface TierDeletion {
  /** Which tier prices `own` to delete. */
  readonly condition: string;
  /** The relation that the condition names `given`. */
  readonly given: string;
  /** The origin takes the last ones. */
  readonly values: readonly unknown[];
}

async function deleteTiers(db: Db, { condition, given, values }: TierDeletion): Promise<void> {
  await db.execute(
    `with given as materialized (${given}),
    gone as (delete from product_tier_price own where ${condition} returning own.*),
    ${changes([`select ${endOfTierPrice} from gone own join ${products} p on p.id = own.product_id`])},
    ${recordChanges(values.length - originCount + 1)}
    select`,
    values,
  );
}

const tierColumns = "product_id, all_groups, customer_group_id, qty, website_id, value, percentage_value";

const givenTierPrices = `select * from unnest((select $1::int[]), (select $2::bool[]), (select $3::int[]),
  (select $4::numeric(12, 4)[]), (select $5::int[]), (select $6::numeric(20, 6)[]), (select $7::numeric(5, 2)[]))
  as given (${tierColumns})`;

const isSameTier = (one: string, other: string): string =>
  ["product_id", "all_groups", "customer_group_id", "qty", "website_id"]
    .map((column) => `${one}.${column} = ${other}.${column}`)
    .join(" and ");

const tierDiffers = (one: string, other: string): string =>
  `(${one}.value is distinct from ${other}.value or ${one}.percentage_value is distinct from ${other}.percentage_value)`;

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
export async function deleteTierPricesOfGroup(db: Db, customerGroupId: number, origin: PriceOrigin): Promise<void> {
  await deleteTiers(db, {
    condition: "not own.all_groups and own.customer_group_id = $1::int",
    given: "select",
    values: [customerGroupId, ...originValues(origin)],
  });
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
