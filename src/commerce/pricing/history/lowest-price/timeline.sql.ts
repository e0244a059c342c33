// SQL: models cannot read single changes, which are elements of arrays, and the stored prices in one snapshot.
import { products } from "../../../catalog/published.sql.js";
import { customerGroups } from "../../../customer/published.sql.js";
import type { Db } from "../../../../platform/db/database.js";
import { skuKeys } from "../../priced-products.sql.js";
import { storedPrices } from "../as-of/prices-as-of.sql.js";
import { changesOfBlock } from "../changes/read-changes.sql.js";
import type { TimelineRow } from "./timeline.js";
import { plainTypes } from "../../../catalog/published.terms.js";

const timelineStatement = `
  select * from (
    select c.product_id, b.kind, c.store_id, c.website_id, c.customer_group_id, c.quantity,
      c.old_price as price, c.old_type as price_type, c.old_from as price_from, c.old_to as price_to,
      to_char(b.changed_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as changed_at,
      b.xmin || ' ' || s.request_id as made_in, b.set_id, b.seq, c.place
    from price_change_block b join price_change_set s on s.id = b.set_id and s.changed_at = b.changed_at
    cross join lateral ${changesOfBlock}
    join unnest($1::int[]) as wanted (id) on wanted.id = c.product_id
    where b.product_ids && $1::int[] and b.kind <> 'cost'
    union all
    select stored.*, null, null, null, null, null from (${storedPrices}) stored where kind <> 'cost') found
  order by changed_at, set_id, seq, place`;

/** Returns the prices of products before each change, in the order of the changes, and then their stored prices. */
export const readTimelines = (db: Db, productIds: readonly number[]): Promise<TimelineRow[]> =>
  db.query<TimelineRow>(timelineStatement, [productIds]);

/** A product whose price does not depend on other products. */
export interface PlainProduct {
  readonly id: number;
  readonly sku: string;
  readonly type_id: string;
}

/** Returns the plain products among those with the SKUs, case-insensitive, in the order of the SKUs. */
export const readPlainProducts = (db: Db, skus: readonly string[]): Promise<PlainProduct[]> =>
  db.query<PlainProduct>(
    `select p.id, p.sku, p.type_id from unnest($1::text[]) with ordinality as wanted (sku_key, place)
    join ${products} p on p.sku_key = wanted.sku_key where p.type_id = any($2::text[]) order by place`,
    [skuKeys(skus), plainTypes],
  );

/** A customer group. */
export interface NamedGroup {
  readonly id: number;
  readonly code: string;
}

/** Returns the customer groups, by id. */
export const readCustomerGroups = (db: Db): Promise<NamedGroup[]> =>
  db.query<NamedGroup>(`select id, code from ${customerGroups} shoppers order by id`);
