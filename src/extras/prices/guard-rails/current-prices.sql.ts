// SQL: measured by `set-base-prices`, `set-special-prices`, `set-tier-prices` and `set-costs`, which read the
// guard-rails, and by `update-price`. Models cannot join up to 10,000 rows of a call with their prices.
import { hiddenLists } from "../../../platform/db/statements/parameters.js";
import { productPrices, productTierPrices } from "../../../commerce/pricing/prices.sql.js";
import { products } from "../../../commerce/catalog/published.sql.js";
import { customerGroups } from "../../../commerce/customer/published.sql.js";
import { batched } from "../../../platform/db/batched.js";
import type { Db } from "../../../platform/db/database.js";
import type { Amount, Percent } from "../../../platform/money/amount.js";
import { storeViews } from "../../../commerce/store/published.sql.js";
import { allGroups } from "../../../commerce/pricing/price-scopes.sql.js";
import type { PriceWrite } from "../../../commerce/pricing/writes/price-writes.sql.js";
import type { TierPriceWrite } from "../../../commerce/pricing/tier-prices/tier-price-writes.sql.js";
import type { GuardRail } from "./limits/limits.js";

const loadGuardRails = batched({
  groupBy: () => "",
  load: async (db: Db, calls: readonly "all"[]): Promise<GuardRail[][]> => {
    const rails = await db.query<GuardRail>(
      `select website_id, kind, max_rise_percent, max_fall_percent, floor_above_cost_percent, ceiling, max_rows, action
      from price_guard_rail`,
    );
    return calls.map(() => rails);
  },
});

/** Returns all guard-rails. Concurrent calls in one transaction share a statement. */
export const readGuardRails = (db: Db): Promise<GuardRail[]> => loadGuardRails(db, "all");

/** The prices that apply to a row of a call before it is written. */
export interface CurrentPrice {
  readonly website_id: number;
  readonly sku: string;
  readonly type_id: string;
  /** The values of the row itself; null where it falls back to store 0. */
  readonly own_price: Amount | null;
  readonly own_special: Amount | null;
  readonly own_from: string | null;
  readonly own_to: string | null;
  readonly own_cost: Amount | null;
  /** The values of store 0. */
  readonly price: Amount | null;
  readonly special: Amount | null;
  readonly cost: Amount | null;
  /** Whether the special price that applies has expired. */
  readonly is_expired: boolean;
}

/** Returns the prices that apply to the rows, in their order. */
export const readCurrentPrices = (db: Db, rows: readonly PriceWrite[]): Promise<CurrentPrice[]> =>
  db.query<CurrentPrice>(
    `select store.website_id, product.sku, product.type_id, own.price as own_price, own.special_price as own_special,
      own.special_from as own_from, own.special_to as own_to, own.cost as own_cost,
      standard.price, standard.special_price as special, standard.cost,
      coalesce(coalesce(own.special_to, standard.special_to) + interval '1 day' <= now() at time zone 'UTC', false)
        as is_expired
    from unnest(${hiddenLists("int", "int")}) with ordinality as given (product_id, store_id, place)
    left join ${products} as product on product.id = given.product_id
    left join ${storeViews} as store on store.id = given.store_id
    left join ${productPrices} as own on own.product_id = given.product_id and own.store_id = given.store_id
    left join ${productPrices} as standard on standard.product_id = given.product_id and standard.store_id = 0
    order by place`,
    [rows.map((row) => row.productId), rows.map((row) => row.storeId)],
  );

/** The prices that apply to a tier price of a call before it is written. */
export interface CurrentTierPrice {
  readonly sku: string;
  readonly customer_group: string;
  /** The tier price that the row overwrites. */
  readonly own_value: Amount | null;
  readonly own_percentage: Percent | null;
  /** The tier price of all websites with the same group and quantity. */
  readonly value: Amount | null;
  readonly percentage: Percent | null;
  /** The base price and the cost on the website. */
  readonly base: Amount | null;
  readonly cost: Amount | null;
}

/** Returns the prices that apply to the tier prices, in their order. The base price of a website is that of its first store view. */
export const readCurrentTierPrices = (db: Db, rows: readonly TierPriceWrite[]): Promise<CurrentTierPrice[]> =>
  db.query<CurrentTierPrice>(
    `select product.sku, coalesce(shoppers.code, '${allGroups}') as customer_group,
      own.value as own_value, own.percentage_value as own_percentage,
      everywhere.value, everywhere.percentage_value as percentage,
      coalesce(local.price, standard.price) as base, coalesce(local.cost, standard.cost) as cost
    from unnest(${hiddenLists("int", "bool", "int", "numeric", "int")})
      with ordinality as given (product_id, all_groups, customer_group_id, qty, website_id, place)
    left join ${products} as product on product.id = given.product_id
    left join ${customerGroups} as shoppers on shoppers.id = given.customer_group_id and not given.all_groups
    left join ${productTierPrices} as own on own.product_id = given.product_id and own.all_groups = given.all_groups
      and own.customer_group_id = given.customer_group_id and own.qty = given.qty::numeric(12, 4)
      and own.website_id = given.website_id
    left join ${productTierPrices} as everywhere on everywhere.product_id = given.product_id
      and everywhere.all_groups = given.all_groups and everywhere.customer_group_id = given.customer_group_id
      and everywhere.qty = given.qty::numeric(12, 4) and everywhere.website_id = 0
    left join (select website_id, min(id) as id from ${storeViews} as every group by website_id) as store
      on store.website_id = given.website_id
    left join ${productPrices} as local on local.product_id = given.product_id and local.store_id = store.id
    left join ${productPrices} as standard on standard.product_id = given.product_id and standard.store_id = 0
    order by place`,
    [
      rows.map((row) => row.productId),
      rows.map((row) => row.allGroups),
      rows.map((row) => row.customerGroupId),
      rows.map((row) => row.quantity),
      rows.map((row) => row.websiteId),
    ],
  );
