import type { Db } from "../../../../platform/db/database.js";
import type { TierPriceWrite } from "../../tier-prices/tier-price-writes.sql.js";
import { readTiersByKey } from "./current-prices.sql.js";
import type { Changes } from "./plan-rows.js";

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
