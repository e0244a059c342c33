import type { Db } from "../../../../platform/db/database.js";
import { awaitWrite } from "../../../../commerce/pricing/writes/checked-rows.js";
import { recordPricedProducts, recordPrices } from "../../../../commerce/pricing/writes/price-events.js";
import type { PriceOrigin } from "../../../../commerce/pricing/writes/price-origin.js";
import {
  type EarlierPrices,
  type PriceWrite,
  writeChangedPrices,
} from "../../../../commerce/pricing/writes/price-writes.sql.js";
import {
  deleteTierPrices,
  type TierPriceWrite,
  writeTierPrices,
} from "../../../../commerce/pricing/tier-prices/tier-price-writes.sql.js";
import { readTiersByKey } from "./current-prices.sql.js";
import type { RowFailure } from "../../../../commerce/pricing/failure-codes.js";
import { type Changes, filterChanges, type Plan, type PlannedWrites } from "./plan.js";
import { countRows, type RowCounts } from "./row-counts.js";
import { scalarKinds } from "../../../../commerce/pricing/closed-sets.types.js";
import { RowWarnings } from "./row-warnings.js";

/** The result of a plan. */
export interface AppliedPlan {
  readonly counts: RowCounts;
  /** The rows that deserve a look, by their record. */
  readonly warnings: ReadonlyMap<number, RowFailure>;
  /** The writes that changed a price. */
  readonly changed: PlannedWrites;
}

/** Prices above this amount deserve a look. */
export interface PriceLimits {
  readonly highest: number;
}

/** Writes the changes of a plan as the price routes do. Returns the numbers of its rows by their result, and the warnings. */
export async function applyPlan(
  db: Db,
  plan: Plan,
  { origin, highest }: PriceLimits & { readonly origin: PriceOrigin },
): Promise<AppliedPlan> {
  const warnings = new RowWarnings(plan, highest);
  const tierDeletions = await filterStoredTiers(db, plan.tierDeletions);
  await awaitWrite("Could not delete Tier Prices", deleteTierPrices(db, tierDeletions.writes, origin));
  const [prices, tier] = await Promise.all([
    writePlannedPrices(db, plan, { origin, warnings }),
    writePlannedTiers(db, plan, { origin, warnings }),
  ]);
  await Promise.all([
    ...scalarKinds.map((kind) => recordPrices(db, { kind, rows: prices[kind].writes })),
    recordPricedProducts(db, "tier", [...tierDeletions.writes, ...tier.writes]),
  ]);
  const changed = { ...prices, tier, tierDeletions };
  return { counts: countRows(plan, changed), warnings: warnings.all(), changed };
}

interface WriteContext {
  readonly origin: PriceOrigin;
  readonly warnings: RowWarnings;
}

type PlannedPrices = Pick<PlannedWrites, "base" | "special" | "cost">;

/** Writes base prices, special prices and costs, with one write for each scope. Returns those that changed. */
async function writePlannedPrices(
  db: Db,
  { base, special, cost }: Plan,
  { origin, warnings }: WriteContext,
): Promise<PlannedPrices> {
  const writes = [...base.writes, ...special.writes, ...cost.writes];
  const found = await awaitWrite("Could not save Prices.", writeChangedPrices(db, writes, origin));
  if (found.length === 0) return { base, special, cost };
  const scopes = new Map(found.map((earlier) => [scopeOf(earlier), earlier]));
  const earlierOf = (write: PriceWrite | undefined) => (write === undefined ? undefined : scopes.get(scopeOf(write)));
  const changed = { base, special, cost };
  for (const kind of scalarKinds) {
    const { writes: rows, places } = changed[kind];
    const isChanged = (earlier: EarlierPrices | undefined) => earlier?.[kind] !== true;
    for (const [index, write] of rows.entries()) {
      const earlier = earlierOf(write);
      if (earlier && isChanged(earlier)) warnings.addChange(kind, places[index] ?? -1, { write, earlier });
    }
    changed[kind] = filterChanges({ writes: rows, places }, (index) => isChanged(earlierOf(rows[index])));
  }
  return changed;
}

const scopeOf = ({ productId, storeId }: Pick<PriceWrite, "productId" | "storeId">) => `${productId} ${storeId}`;

/** Writes tier prices. Returns those that changed. */
async function writePlannedTiers(
  db: Db,
  { tier }: Plan,
  { origin, warnings }: WriteContext,
): Promise<Changes<Plan["tier"]["writes"][number]>> {
  const found = await awaitWrite("Could not save Tier Prices", writeTierPrices(db, tier.writes, origin));
  if (found.length === 0) return tier;
  const byWrite = new Map(found.map((earlier) => [earlier.write, earlier]));
  for (const [index, write] of tier.writes.entries()) {
    const earlier = byWrite.get(write);
    if (earlier && !earlier.isUnchanged) warnings.addTierChange(tier.places[index] ?? -1, earlier.old);
  }
  return filterChanges(tier, (index) => {
    const write = tier.writes[index];
    return !write || byWrite.get(write)?.isUnchanged !== true;
  });
}

/** Returns the deletions whose tier price is stored, with the stored values. */
async function filterStoredTiers(
  db: Db,
  { writes, places }: Changes<TierPriceWrite>,
): Promise<Changes<TierPriceWrite>> {
  const found = writes.length > 0 ? await readTiersByKey(db, writes) : [];
  const whole = found.flatMap(({ place, price, is_discount }) => {
    const write = writes[place];
    if (!write || price === null) return [];
    const tierValue = is_discount ? { value: null, percentage: price } : { value: price, percentage: null };
    return [{ write: { ...write, ...tierValue } as TierPriceWrite, place: places[place] ?? -1 }];
  });
  return { writes: whole.map(({ write }) => write), places: whole.map(({ place }) => place) };
}
