import type { Db } from "../../../../platform/db/database.js";
import type { TierPriceWrite } from "../../tier-prices/tier-price-writes.sql.js";
import { findUnchanged, findUnchangedTiers, readTiersByKey } from "./current-prices.sql.js";
import { type Changes, filterChanges, type PlannedWrites } from "./plan-rows.js";

/** Returns the writes that would change a stored price. */
export async function onlyChanged(
  db: Db,
  { base, special, cost, tier, tierDeletions: tierDeletions }: PlannedWrites,
): Promise<PlannedWrites> {
  const without = <Write>(changes: Changes<Write>, unchanged: ReadonlySet<number>) =>
    unchanged.size === 0 ? changes : filterChanges(changes, (index) => !unchanged.has(index));
  return {
    base: without(base, await findUnchanged(db, "price", base.writes)),
    special: without(special, await findUnchanged(db, "special_price", special.writes)),
    cost: without(cost, await findUnchanged(db, "cost", cost.writes)),
    tier: without(tier, await findUnchangedTiers(db, tier.writes)),
    tierDeletions: await filterStoredTiers(db, tierDeletions),
  };
}

/** Returns the deletions whose tier price is stored, with the stored values. */
export async function filterStoredTiers(
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
