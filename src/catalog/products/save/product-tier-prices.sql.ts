// SQL: a lock on all customer groups of a product's tier prices, in the statement that finds what is unknown.
import { keptCustomerGroups } from "../../../customer/published.sql.js";
import type { Db } from "../../../db/database.js";
import type { TierPriceWrite } from "../../../pricing/published.js";
import { websites } from "../../../store/published.sql.js";

/** The first group and the first website of tier prices that do not exist; null where all do. */
export interface UnknownScopes {
  readonly customer_group_id: number | null;
  readonly website_id: number | null;
}

/** Locks the customer groups of tier prices against deletion until the transaction ends, and returns what is unknown. */
export async function lockTierPriceScopes(
  db: Db,
  prices: readonly Pick<TierPriceWrite, "customerGroupId" | "websiteId">[],
): Promise<UnknownScopes> {
  const unknown = await db.one<UnknownScopes>(
    `with locked as (${keptCustomerGroups("id = any($1::int[])")})
    select (select min(id) from unnest($1::int[]) as t (id) where not exists (
        select from locked where locked.id = t.id)) as customer_group_id,
      (select min(id) from unnest($2::int[]) as t (id) where not exists (
        select from ${websites} w where w.id = t.id)) as website_id`,
    [prices.map(({ customerGroupId }) => customerGroupId), prices.map(({ websiteId }) => websiteId)],
  );
  return unknown ?? { customer_group_id: null, website_id: null };
}
