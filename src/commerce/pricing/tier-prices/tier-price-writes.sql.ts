// SQL: set-based writes (measured by `set-tier-prices`).
import { hiddenLists } from "../../../platform/db/statements/parameters.js";
import { lockedProducts, products } from "../../catalog/published.sql.js";
import type { Db } from "../../../platform/db/database.js";
import type { Amount, Percent, Quantity } from "../../../platform/money/amount.js";
import { toQuantity } from "../../../platform/money/columns.js";
import { originCount, originValues, recordChanges } from "../history/ledger.sql.js";
import type { PriceOrigin } from "../writes/price-origin.js";
import { changedTierPrices, endOfTierPrices } from "./tier-price-changes.sql.js";

/** All tier prices are written here, under the locks that `price-writes.sql.ts` describes. */

/** A tier price. Exactly one of `value` and `percentage` is set. */
export interface TierPriceWrite {
  readonly productId: number;
  /** Spelled as in the product. */
  readonly sku: string;
  readonly allGroups: boolean;
  /** 0 if `allGroups` is true. */
  readonly customerGroupId: number;
  readonly quantity: Quantity;
  /** 0 for every website. */
  readonly websiteId: number;
  readonly value: Amount | null;
  readonly percentage: Percent | null;
}

/** A tier price that a write does not change, or changes tenfold. */
interface EarlierTierPrice {
  readonly write: TierPriceWrite;
  readonly isUnchanged: boolean;
  /** The amount before. */
  readonly old: Amount | null;
}

/**
 * Sets tier prices. Overwrites the price with the same product, customer group, quantity and website. Returns the rows that
 * were already stored with the same value, and those that change tenfold.
 */
export async function writeTierPrices(
  db: Db,
  rows: readonly TierPriceWrite[],
  origin: PriceOrigin,
): Promise<readonly EarlierTierPrice[]> {
  if (rows.length === 0) return [];
  const written = oneOfEachTier(rows);
  const found = await db.query<{ place: number; unchanged: boolean; old: Amount | null }>(setTierPrices, [
    ...tierPriceArrays(written),
    ...originValues(origin),
  ]);
  return found.flatMap(({ place, unchanged: isUnchanged, old }) => {
    const write = written[place - 1];
    return write ? [{ write, isUnchanged, old }] : [];
  });
}

/** The tier prices that replace others. */
export interface TierPriceReplacement {
  readonly productIds: readonly number[];
  readonly rows: readonly TierPriceWrite[];
  /** Websites whose tier prices are replaced; absent means all of them. */
  readonly websiteIds?: readonly number[];
}

/** Replaces the tier prices of the given products. */
export async function replaceTierPrices(db: Db, replaced: TierPriceReplacement, origin: PriceOrigin): Promise<void> {
  if (replaced.productIds.length === 0) return;
  const rows = oneOfEachTier(replaced.rows);
  await deleteTiers(db, {
    condition: `own.product_id = any($9::int[]) and ($10::int[] is null or own.website_id = any($10::int[]))
      and not exists (select from given where ${isSameTier("own", "given")})`,
    given: givenTierPrices,
    values: [...tierPriceArrays(rows), replaced.productIds, replaced.websiteIds ?? null, ...originValues(origin)],
  });
  await writeTierPrices(db, rows, origin);
}

/** Deletes the tier prices that equal the given ones in every field. Unknown ones are ignored. */
export async function deleteTierPrices(db: Db, rows: readonly TierPriceWrite[], origin: PriceOrigin): Promise<void> {
  if (rows.length === 0) return;
  await deleteTiers(db, {
    condition: `exists (select from given where ${isSameTier("own", "given")} and not ${differs("own.", "given.")})`,
    given: givenTierPrices,
    values: [...tierPriceArrays(rows), ...originValues(origin)],
  });
}

interface TierDeletion {
  /** SQL of a condition that selects the tier prices `own` to delete. */
  readonly condition: string;
  /** SQL of the relation `given` that the condition uses. */
  readonly given: string;
  /** The parameters, last the values of the origin. */
  readonly values: readonly unknown[];
}

async function deleteTiers(db: Db, { condition, given, values }: TierDeletion): Promise<void> {
  await db.execute(
    `with given as materialized (${given}),
    deleted as (delete from product_tier_price own where ${condition} returning own.*),
    gone as materialized (
      select deleted.*, p.sku, row_number() over () as place from deleted join ${products} p on p.id = deleted.product_id),
    ${recordChanges([endOfTierPrices("gone")], { origin: values.length - originCount + 1 })}
    select`,
    values,
  );
}

const tierColumns = [
  ["product_id", "int"],
  ["sku", "text"],
  ["all_groups", "bool"],
  ["customer_group_id", "int"],
  ["qty", "numeric(12, 4)"],
  ["website_id", "int"],
  ["value", "numeric(20, 6)"],
  ["percentage_value", "numeric(5, 2)"],
] as const;

const storedColumns = "product_id, all_groups, customer_group_id, qty, website_id, value, percentage_value";

const givenTierPrices = `select * from unnest(
  ${hiddenLists(...tierColumns.map(([, type]) => type))})
  with ordinality as given (${tierColumns.map(([name]) => name).join(", ")}, place)`;

const isSameTier = (one: string, other: string): string =>
  ["product_id", "all_groups", "customer_group_id", "qty", "website_id"]
    .map((column) => `${one}.${column} = ${other}.${column}`)
    .join(" and ");

const differs = (one: string, other: string): string =>
  `(${one}value is distinct from ${other}value or ${one}percentage_value is distinct from ${other}percentage_value)`;

const isChanged = differs("known.", "known.old_");

const isTenfold = `(known.old_value > 0 and known.value > 0
    and (known.value >= 10 * known.old_value or 10 * known.value <= known.old_value))`;

// The products are locked, so a stored row stays where it is until it is written.
const setTierPrices = `with known as materialized (
    select given.*, old.ctid as stored, old.value as old_value, old.percentage_value as old_percentage_value
    from (${givenTierPrices}) given left join product_tier_price old on ${isSameTier("old", "given")}),
  ${recordChanges([changedTierPrices("known")], { origin: tierColumns.length + 1 })},
  updated as (
    update product_tier_price own set value = known.value, percentage_value = known.percentage_value
    from known where own.ctid = known.stored and ${isChanged}),
  written as (
    insert into product_tier_price (${storedColumns}) select ${storedColumns} from known where stored is null order by place)
  select place::int, not ${isChanged} as unchanged, old_value as old
  from known where not ${isChanged} or ${isTenfold}`;

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
  rows.map((row) => row.sku),
  rows.map((row) => row.allGroups),
  rows.map((row) => row.customerGroupId),
  rows.map((row) => row.quantity),
  rows.map((row) => row.websiteId),
  rows.map((row) => row.value),
  rows.map((row) => row.percentage),
];
