// SQL: models cannot read single changes, which are elements of arrays, nor compare thousands of them with limits.
import { products } from "../../../../commerce/catalog/published.sql.js";
import {
  changeBlocks,
  changesOfBlock,
  numberOfChange,
} from "../../../../commerce/pricing/history/changes/read-changes.sql.js";
import { productPrices, productTierPrices } from "../../../../commerce/pricing/prices.sql.js";
import { everyGroup } from "../../../../commerce/pricing/tier-prices/tier-price-changes.sql.js";
import { storeViews } from "../../../../commerce/store/published.sql.js";
import type { Db } from "../../../../platform/db/database.js";
import { hiddenLists } from "../../../../platform/db/statements/parameters.js";

/** The limits that a guard-rail sets for the prices of a website; null where it sets none there. */
export interface WebsiteLimits {
  readonly websiteId: number;
  readonly rise: string | null;
  readonly fall: string | null;
  readonly floor: string | null;
  readonly ceiling: string | null;
  readonly rows: number | null;
}

/** What to examine. */
export interface TrialQuery {
  readonly kind: string;
  /** ISO 8601. */
  readonly since: string;
  /** Other websites are not examined. */
  readonly limits: readonly WebsiteLimits[];
  /** Maximum number of changes to return. */
  readonly size: number;
}

/** A change that breaks a limit, with the counts of the whole trial. */
interface TrialRow {
  readonly examined: number;
  readonly stopped: number;
  readonly calls: number;
  /** Null in the only row of a trial without such a change. */
  readonly set: number | null;
  readonly seq: number;
  readonly percent: string | null;
  readonly broken: string;
}

/** The stored prices that recorded changes fall back to: those of their store view and of store 0. */
const storedPrices = `left join ${products} p on p.id = c.product_id
    left join ${productPrices} own on own.product_id = c.product_id and own.store_id = coalesce(c.store_id, first_store.id)
    left join ${productPrices} standard on standard.product_id = c.product_id and standard.store_id = 0
    left join ${productTierPrices} everywhere on b.kind = 'tier' and everywhere.product_id = c.product_id
      and everywhere.website_id = 0 and c.website_id <> 0 and everywhere.qty = c.quantity
      and everywhere.all_groups = (c.customer_group_id = ${everyGroup})
      and everywhere.customer_group_id = case when c.customer_group_id = ${everyGroup} then 0 else c.customer_group_id end`;

const discounted = (percentage: string) => `base * (100 - ${percentage}) / 100`;

/** SQL of the recorded changes as steps from the price that applied before, each once for the store views of a website. */
const steps = `
  recorded as (
    select distinct on (b.set_id, c.product_id, website_id, c.customer_group_id, c.quantity, c.new_price, c.new_type)
      b.set_id, ${numberOfChange} as seq, b.kind, b.changed_at, c.new_price, c.new_type, c.old_price, c.old_type, c.old_to,
      coalesce(c.website_id, view.website_id) as website_id, coalesce(c.store_id, c.website_id) <> 0 as is_local,
      case when exists (select 1 from price_import i where i.bulk_uuid = s.bulk_uuid) then s.bulk_uuid::text
        else s.id::text end as call,
      concat_ws(' ', c.product_id, coalesce(c.website_id, view.website_id), c.customer_group_id, c.quantity) as price_key,
      case when b.kind = 'special' and p.type_id = 'bundle' then 100
        else coalesce(own.price, standard.price, case when c.new_type = 'discount' then 100 end) end as base,
      b.kind = 'special' and p.type_id = 'bundle'
        or coalesce(own.price, standard.price) is null and c.new_type = 'discount' as is_share,
      coalesce(own.cost, standard.cost) as cost, standard.cost as standard_cost,
      standard.price as standard_price, standard.special_price as standard_special,
      everywhere.value as tier_value, everywhere.percentage_value as tier_percentage
    from ${changeBlocks}
      cross join lateral ${changesOfBlock}
      left join ${storeViews} view on view.id = c.store_id
      left join (select website_id, min(id) as id from ${storeViews} as every group by website_id) first_store
        on first_store.website_id = c.website_id
      ${storedPrices}
    where b.kind = $7 and s.changed_at >= $8::timestamptz and b.changed_at >= $8::timestamptz
      and c.new_price is distinct from c.old_price
    order by b.set_id, c.product_id, website_id, c.customer_group_id, c.quantity, c.new_price, c.new_type, seq),
  step as (
    select recorded.*, case when new_type = 'discount' then ${discounted("new_price")} else new_price end as next,
      case kind
        when 'base' then coalesce(old_price, case when is_local then standard_price end)
        when 'cost' then coalesce(old_price, case when is_local then standard_cost end)
        when 'special' then coalesce(
          case when old_to is null or old_to::timestamp + interval '1 day' > changed_at at time zone 'utc' then old_price end,
          case when is_local then standard_special end, base)
        else coalesce(case when old_type = 'discount' then ${discounted("old_price")} when not is_share then old_price end,
          tier_value, ${discounted("tier_percentage")}, base) end as old
    from recorded)`;

/**
 * Compares the recorded changes with limits. Returns the largest of those that break one, each with the counts. Deletions only
 * count toward the number of prices. A first price is compared with the base price, and a floor with the cost, as they are stored now.
 */
export const readTrial = (db: Db, { kind, since, limits, size }: TrialQuery): Promise<TrialRow[]> =>
  db.query<TrialRow>(
    `with bound as (select * from unnest(${hiddenLists("int", "numeric", "numeric", "numeric", "numeric", "int")})
      as given (website_id, rise, fall, floor, ceiling, rows)),
    ${steps},
    counted as (
      select call, count(distinct price_key) as changed from step join bound using (website_id)
      where bound.rows is not null group by call),
    judged as (
      select step.call, set_id, seq, round((next - old) * 100 / nullif(old, 0), 2) as percent, next, case
        when old > 0 and next > old * (100 + rise) / 100 then 'rise'
        when old > 0 and next < old * (100 - fall) / 100 then 'fall'
        when not is_share and kind <> 'cost' and next < cost * (100 + floor) / 100 then 'floor'
        when not is_share and next > ceiling then 'ceiling'
        when counted.changed > bound.rows then 'rows' end as broken
      from step join bound using (website_id) left join counted on counted.call = step.call),
    largest as (
      select * from judged where broken is not null order by abs(percent) desc nulls last, next desc, set_id, seq limit $9::int)
    select total.*, largest.set_id as set, largest.seq, largest.percent, largest.broken
    from (select count(*)::int as examined, count(broken)::int as stopped,
        count(distinct call) filter (where broken is not null)::int as calls from judged) as total
      left join largest on true
    order by abs(largest.percent) desc nulls last, largest.next desc, largest.set_id, largest.seq`,
    [
      limits.map(({ websiteId }) => websiteId),
      limits.map(({ rise }) => rise),
      limits.map(({ fall }) => fall),
      limits.map(({ floor }) => floor),
      limits.map(({ ceiling }) => ceiling),
      limits.map(({ rows }) => rows),
      kind,
      since,
      size,
    ],
  );
