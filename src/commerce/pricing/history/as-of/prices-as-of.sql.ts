// SQL: models cannot read single changes, which are elements of arrays, and join them with the stored prices.
import { products } from "../../../catalog/published.sql.js";
import { customerGroups } from "../../../customer/published.sql.js";
import type { Db } from "../../../../platform/db/database.js";
import { allGroups } from "../../price-scopes.sql.js";
import { skuKeys } from "../../priced-products.sql.js";
import { everyGroup } from "../../tier-prices/tier-price-changes.sql.js";
import { changesOfBlock } from "../changes/read-changes.sql.js";
import type { PriceKind } from "../../closed-sets.types.js";

/** A price of a product in one scope. */
export interface PriceRow {
  readonly product_id: number;
  readonly kind: PriceKind;
  /** Null for tier prices, which have a website, a group and a quantity. */
  readonly store_id: number | null;
  readonly website_id: number | null;
  readonly customer_group_id: number | null;
  readonly quantity: string | null;
  /** Null if only the dates of a special price are stored. */
  readonly price: string | null;
  /** `fixed` or `discount`; tier prices only. */
  readonly price_type: string | null;
  readonly price_from: string | null;
  readonly price_to: string | null;
}

/** A price with the name of its customer group. */
export interface NamedPriceRow extends PriceRow {
  readonly customer_group: string | null;
}

/** SQL of the stored prices of the products `$1`, a row for each scope that has one. */
export const storedPrices = `
  select own.product_id, kind, store_id, null::int as website_id, null::int as customer_group_id, null::numeric as quantity,
    priced.price, null as price_type, price_from, price_to
  from product_price own
  cross join lateral (values
    ('base', own.price, null, null),
    ('special', own.special_price, own.special_from, own.special_to),
    ('cost', own.cost, null, null)) priced (kind, price, price_from, price_to)
  where own.product_id = any($1::int[]) and (priced.price is not null or price_from is not null or price_to is not null)
  union all
  select product_id, 'tier', null, website_id, case when all_groups then ${everyGroup} else customer_group_id end, qty,
    coalesce(percentage_value, value), case when percentage_value is null then 'fixed' else 'discount' end, null, null
  from product_tier_price where product_id = any($1::int[])`;

const scope = ["product_id", "kind", "store_id", "website_id", "customer_group_id", "quantity"] as const;

/** Returns the SQL of a condition for rows of the same scope. Null becomes -1, so that the database can hash the values. */
const isSameScope = (one: string, other: string): string =>
  scope
    .map((name) =>
      name === "product_id" || name === "kind"
        ? `${one}.${name} = ${other}.${name}`
        : `coalesce(${one}.${name}, -1) = coalesce(${other}.${name}, -1)`,
    )
    .join(" and ");

const asOfStatement = `
  with later as materialized (
    select distinct on (c.product_id, b.kind, c.store_id, c.website_id, c.customer_group_id, c.quantity)
      c.product_id, b.kind, c.store_id, c.website_id, c.customer_group_id, c.quantity,
      c.old_price as price, c.old_type as price_type, c.old_from as price_from, c.old_to as price_to
    from price_change_block b cross join lateral ${changesOfBlock}
    join unnest($1::int[]) as wanted (id) on wanted.id = c.product_id
    where b.product_ids && $1::int[] and b.changed_at > $2::timestamptz
    order by c.product_id, b.kind, c.store_id, c.website_id, c.customer_group_id, c.quantity,
      b.changed_at, b.set_id, b.seq, c.place),
  stored as (${storedPrices}),
  found as (
    select * from later where price is not null or price_from is not null or price_to is not null
    union all
    select * from stored where not exists (select from later where ${isSameScope("later", "stored")}))
  select found.*, case when customer_group_id = ${everyGroup} then '${allGroups}' else shoppers.code end as customer_group
  from found left join ${customerGroups} shoppers on shoppers.id = customer_group_id
  order by product_id, kind, store_id, website_id, customer_group_id = ${everyGroup} desc, customer_group_id, quantity`;

/**
 * Returns the prices of products at a time. For each scope, this is the old price of the first later change, or the stored
 * price if there is none. The time is text with a time zone.
 */
export const readPricesAsOf = (db: Db, productIds: readonly number[], at: string): Promise<NamedPriceRow[]> =>
  db.query<NamedPriceRow>(asOfStatement, [productIds, at]);

/** A product that exists, or that was deleted. */
export interface HistoricalProduct {
  readonly id: number;
  /** Spelled as in the product; in lower case if the product was deleted. */
  readonly sku: string;
  readonly is_deleted: boolean;
}

/** Returns the products that have or had one of the SKUs, case-insensitive, in the order of the SKUs. */
export const findHistoricalProducts = (db: Db, skus: readonly string[]): Promise<HistoricalProduct[]> =>
  db.query<HistoricalProduct>(
    `select id, sku, is_deleted
    from unnest($1::text[]) with ordinality as wanted (sku_key, place)
    cross join lateral (
      select p.id, p.sku, false as is_deleted from ${products} p where p.sku_key = wanted.sku_key
      union all
      select product_id, gone.sku_key, true from price_history_deleted_product gone where gone.sku_key = wanted.sku_key
    ) found
    order by place, is_deleted, id`,
    [skuKeys(skus)],
  );

/** How far back the history reaches, and whether it covers a time. */
export interface HistoryReach {
  /** Whether the time is in the future. */
  readonly is_future: boolean;
  /** Start of the history, ISO 8601 in UTC; null if nothing was removed. */
  readonly begins_at: string | null;
  /** Whether changes after the time were removed. */
  readonly is_removed: boolean;
}

/** Returns how far back the history reaches, and whether it covers a time. The current time is that of the transaction. */
export async function readHistoryReach(db: Db, at: string): Promise<HistoryReach> {
  const found = await db.one<HistoryReach>(
    `select $1::timestamptz > now() as is_future, begins_at is not null and $1::timestamptz < begins_at as is_removed,
      to_char(begins_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as begins_at
    from (
      select case when removed_up_to > 0 then (
        select min(to_date(right(child.relname, 6), 'YYYYMM')::timestamp at time zone 'utc')
        from pg_inherits join pg_class child on child.oid = inhrelid
        where inhparent = 'price_change_set'::regclass and child.relname ~ '_[0-9]{6}$') end as begins_at
      from price_history_state) state`,
    [at],
  );
  return found ?? { is_future: false, begins_at: null, is_removed: false };
}
