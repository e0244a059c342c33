// SQL: models cannot read single changes, which are elements of arrays, nor write a long list as JSON in the database.
import { customerGroups } from "../../../customer/published.sql.js";
import type { Db } from "../../../../platform/db/database.js";
import { allGroups } from "../../price-scopes.sql.js";
import { everyGroup } from "../../tier-prices/tier-price-changes.sql.js";
import { netChanges } from "./net-changes.sql.js";

/** The price changes of the calls of a request. */
interface ChangesOfRequest {
  /** JSON: a list of changes. */
  readonly list: string;
  readonly total: number;
  readonly tierPricesAdded: number;
  readonly tierPricesRemoved: number;
}

const price = (side: "old" | "new"): string => `
  case when ${side}_price is null and ${side}_from is null and ${side}_to is null then null
    when kind = 'tier' then json_build_object('price', trim_scale(${side}_price), 'price_type', ${side}_type)
    when kind = 'special' then json_build_object('price', trim_scale(${side}_price), 'price_from', ${time(side, "from")},
      'price_to', ${time(side, "to")})
    else json_build_object('price', trim_scale(${side}_price)) end`;

const time = (side: string, end: string): string => `to_char(${side}_${end}, 'YYYY-MM-DD HH24:MI:SS')`;

const change = `json_build_object('sku', sku, 'kind', kind, 'store_id', store_id, 'website_id', website_id,
  'customer_group', case when customer_group_id = ${everyGroup} then '${allGroups}' else shoppers.code end,
  'customer_group_id', customer_group_id, 'quantity', trim_scale(quantity), 'old', ${price("old")}, 'new', ${price("new")},
  'change_percent', case when old_price > 0 and new_price is not null and old_type is not distinct from new_type
    then trim_scale(round((new_price - old_price) * 100 / old_price, 2)) end)`;

/** Returns the price changes of the calls of a request, at most `limit` changes in the order of SKUs. */
export async function readChangesOfRequest(db: Db, requestId: string, limit: number): Promise<ChangesOfRequest> {
  const found = await db.one<ChangesOfRequest>(
    `with ${netChanges("s.request_id = $1")},
    listed as (select net.*, row_number() over (order by lower(sku), kind, store_id, website_id, customer_group_id, quantity) as at from net)
    select coalesce(string_agg((${change})::text, ',' order by at) filter (where at <= $2::int), '') as list,
      count(*) as total,
      count(*) filter (where kind = 'tier' and old_price is null) as "tierPricesAdded",
      count(*) filter (where kind = 'tier' and new_price is null) as "tierPricesRemoved"
    from listed left join ${customerGroups} shoppers on shoppers.id = customer_group_id`,
    [requestId, limit],
  );
  return found ?? { list: "", total: 0, tierPricesAdded: 0, tierPricesRemoved: 0 };
}
