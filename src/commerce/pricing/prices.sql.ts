// SQL: measured by `read-special-prices`.
import { products } from "../catalog/published.sql.js";
import { customerGroups } from "../customer/published.sql.js";
import type { Db } from "../../platform/db/database.js";
import type { BasePrice, Cost, SpecialPrice, TierPrice } from "./price.types.js";
import { askedSkus } from "./priced-products.sql.js";
import { allGroups } from "./price-scopes.sql.js";

/** The prices of products by store view, as a relation for the statements of other folders. */
export const productPrices =
  "(select product_id, store_id, price, special_price, special_from, special_to, cost from product_price)";

/** The tier prices of products, as a relation for the statements of other folders. */
export const productTierPrices = `(select id, product_id, all_groups, customer_group_id, qty, website_id, value, percentage_value
    from product_tier_price)`;

/** The products to list: SKUs, case-insensitive, and the types that have the price. */
export interface PricesQuery {
  readonly skus: readonly string[];
  readonly types: readonly string[];
}

/** The products, with the SKUs as they were asked for, which the answers repeat. */
const wantedProducts = `unnest($1::text[], $3::text[]) with ordinality as wanted (sku_key, asked_sku, place)
  join ${products} as product on product.sku_key = wanted.sku_key and product.type_id = any($2::text[])`;

function wantedValues({ skus, types }: PricesQuery): readonly unknown[] {
  const asked = askedSkus(skus);
  return [[...asked.keys()], types, [...asked.values()]];
}

/** Returns the stored special prices, in the order of the SKUs, then by store view. */
export const readSpecialPrices = (db: Db, wanted: PricesQuery): Promise<SpecialPrice[]> =>
  db.query<SpecialPrice>(
    `select special_price as price, store_id, asked_sku as sku, special_from as price_from, special_to as price_to
    from ${wantedProducts} join product_price on product_price.product_id = product.id
    where special_price is not null order by place, store_id`,
    wantedValues(wanted),
  );

/**
 * Returns the stored base prices, in the order of the SKUs, then by store view. Bundles with a dynamic price have
 * none.
 */
export const readBasePrices = (db: Db, wanted: PricesQuery): Promise<BasePrice[]> =>
  db.query<BasePrice>(
    `select price, store_id, asked_sku as sku
    from ${wantedProducts} join product_price on product_price.product_id = product.id
    where price is not null and (type_id <> 'bundle' or has_fixed_price) order by place, store_id`,
    wantedValues(wanted),
  );

/** Returns the stored costs, in the order of the SKUs, then by store view. */
export const readCosts = (db: Db, wanted: PricesQuery): Promise<Cost[]> =>
  db.query<Cost>(
    `select cost, store_id, asked_sku as sku
    from ${wantedProducts} join product_price on product_price.product_id = product.id
    where cost is not null order by place, store_id`,
    wantedValues(wanted),
  );

/** Returns the stored tier prices, in the order of the SKUs, then in the order in which they were added. */
export const readTierPrices = (db: Db, wanted: PricesQuery): Promise<TierPrice[]> =>
  db.query<TierPrice>(
    `select coalesce(percentage_value, value) as price,
      case when percentage_value is null then 'fixed' else 'discount' end as price_type, website_id, asked_sku as sku,
      case when all_groups then '${allGroups}' else shoppers.code end as customer_group, qty as quantity
    from ${wantedProducts} join product_tier_price as tier on tier.product_id = product.id
      left join ${customerGroups} as shoppers on shoppers.id = tier.customer_group_id and not all_groups
    order by place, tier.id`,
    wantedValues(wanted),
  );

/** The fields of a stored tier price that can conflict with another one. */
export interface StoredTierPrice {
  readonly product_id: number;
  readonly sku: string;
  readonly website_id: number;
  readonly customer_group: string;
  /** With four decimal places, as stored. */
  readonly quantity: string;
}

/** The stored tier prices to read. */
export interface StoredTierPricesQuery {
  readonly productIds: readonly number[];
  /** Include prices for all websites. */
  readonly ofAllWebsites: boolean;
  /** Include prices for one website. */
  readonly ofOneWebsite: boolean;
}

/** Returns the stored tier prices of the products, by website. */
export const readStoredTierPrices = async (
  db: Db,
  { productIds, ofAllWebsites, ofOneWebsite }: StoredTierPricesQuery,
): Promise<StoredTierPrice[]> => {
  if (!ofAllWebsites && !ofOneWebsite) return [];
  // The index can decide this condition, so the rows of the table need not be read for it.
  const websites = !ofOneWebsite ? "website_id = 0" : ofAllWebsites ? "true" : "website_id > 0";
  return db.query<StoredTierPrice>(
    `select product_id, sku, website_id, coalesce(code, '${allGroups}') as customer_group, qty as quantity
    from product_tier_price join ${products} as product on product.id = product_id
    left join ${customerGroups} as shoppers on shoppers.id = customer_group_id and not all_groups
    where product_id = any($1::int[]) and ${websites}
    order by product_id, website_id`,
    [productIds],
  );
};
