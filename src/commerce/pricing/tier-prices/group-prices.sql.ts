// SQL: models cannot compute the amounts of percentages, nor join prices with the relations of other domains.
import { products } from "../../catalog/published.sql.js";
import type { Db } from "../../../platform/db/database.js";
import type { TierPriceWrite } from "./tier-price-writes.sql.js";
import type { ProductTierPrice } from "./product-tier-price.types.js";
import type { PricedProduct } from "../priced-products.sql.js";
import { keyOf } from "../../../platform/db/models.js";

/** The customer group of a group price: one group, or all. */
export interface GroupOfPrice {
  readonly allGroups: boolean;
  readonly customerGroupId: number;
}

/** Returns the product with a SKU, case-insensitive, or undefined. */
export async function readProduct(db: Db, sku: string): Promise<PricedProduct | undefined> {
  const found = await db.one<PricedProduct>(
    `select id, sku, type_id, has_fixed_price from ${products} as product where sku_key = $1`,
    [keyOf(sku)],
  );
  return found;
}

/** The prices of a product to list. */
export interface GroupPricesQuery extends GroupOfPrice {
  readonly productId: number;
  /** Store view whose product price is the base of percentages. */
  readonly storeId: number;
  /** The website whose prices are listed in addition to those for all websites; null lists every price. */
  readonly websiteId: number | null;
}

/** Returns the prices for one group, by website and quantity. A discount in percent also has the resulting amount. */
export async function readGroupPrices(
  db: Db,
  wanted: GroupPricesQuery,
): Promise<Omit<ProductTierPrice, "customer_group_id">[]> {
  const rows = await db.query<Pick<ProductTierPrice, "qty" | "value">>(
    `select qty, coalesce(value, round(coalesce(own.price, standard.price, 0) * (100 - percentage_value) / 100, 6)) as value
    from product_tier_price as tier
    left join product_price as own on own.product_id = tier.product_id and own.store_id = $2
    left join product_price as standard on standard.product_id = tier.product_id and standard.store_id = 0
    where tier.product_id = $1 and all_groups = $3 and customer_group_id = $4 and ($5::int is null or website_id in (0, $5::int))
    order by website_id, qty`,
    [wanted.productId, wanted.storeId, wanted.allGroups, wanted.customerGroupId, wanted.websiteId],
  );
  return rows;
}

/** Returns the stored price of a product for exactly this group, website and quantity, or undefined. */
export async function findGroupPrice(
  db: Db,
  key: Pick<TierPriceWrite, "productId" | "allGroups" | "customerGroupId" | "websiteId" | "quantity">,
): Promise<TierPriceWrite | undefined> {
  const found = await db.one<TierPriceWrite>(
    `select product_id as "productId", sku, all_groups as "allGroups", customer_group_id as "customerGroupId", qty as quantity,
      website_id as "websiteId", value, percentage_value as percentage
    from product_tier_price join ${products} product on product.id = product_id
    where product_id = $1 and all_groups = $2 and customer_group_id = $3 and website_id = $4 and qty = $5::numeric(12, 4)`,
    [key.productId, key.allGroups, key.customerGroupId, key.websiteId, key.quantity],
  );
  return found;
}

/** Whether all websites have a price for the group and quantity of a row for one website, or the other way round. */
export const hasPriceElsewhere = async (
  db: Db,
  key: Pick<TierPriceWrite, "productId" | "allGroups" | "customerGroupId" | "websiteId" | "quantity">,
): Promise<boolean> =>
  (await db.one(
    `select 1 from product_tier_price
    where product_id = $1 and all_groups = $2 and customer_group_id = $3 and qty = $4::numeric(12, 4)
      and (website_id = 0) <> ($5::int = 0) limit 1`,
    [key.productId, key.allGroups, key.customerGroupId, key.quantity, key.websiteId],
  )) !== undefined;
