// SQL: one statement locks the customer groups of a product's tier prices and finds unknown groups and websites.
import { lockedCustomerGroups } from "../../../../customer/published.sql.js";
import type { Db } from "../../../../../platform/db/database.js";
import type { TierPriceWrite } from "../../../../pricing/published.js";
import { websites } from "../../../../store/published.sql.js";

/** The first unknown customer group and the first unknown website of tier prices; null if all exist. */
export interface UnknownScopes {
  readonly customer_group_id: number | null;
  readonly website_id: number | null;
}

/** Locks the customer groups of tier prices against deletion until the transaction ends, and returns unknown ids. */
export async function lockTierPriceScopes(
  db: Db,
  prices: readonly Pick<TierPriceWrite, "customerGroupId" | "websiteId">[],
): Promise<UnknownScopes> {
  const unknown = await db.one<UnknownScopes>(
    `with locked as (${lockedCustomerGroups("id = any($1::int[])")})
    select (select min(id) from unnest($1::int[]) as t (id) where not exists (
        select from locked where locked.id = t.id)) as customer_group_id,
      (select min(id) from unnest($2::int[]) as t (id) where not exists (
        select from ${websites} w where w.id = t.id)) as website_id`,
    [prices.map(({ customerGroupId }) => customerGroupId), prices.map(({ websiteId }) => websiteId)],
  );
  return unknown ?? { customer_group_id: null, website_id: null };
}
