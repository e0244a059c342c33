// SQL: models cannot continue a page after a key of two columns, nor join the relations of other domains.
import { productPrices, productTierPrices } from "../../../../commerce/pricing/prices.sql.js";
import { products } from "../../../../commerce/catalog/published.sql.js";
import { customerGroups } from "../../../../commerce/customer/published.sql.js";
import type { Db } from "../../../../platform/db/database.js";
import { allGroups } from "../../../../commerce/pricing/price-scopes.sql.js";
import { plainTypes } from "../../../../commerce/catalog/published.terms.js";
import { pricedTypes } from "../../../../commerce/pricing/priced-products.sql.js";

/** The prices of a product in one scope. */
export interface ExportedPrices {
  readonly product_id: number;
  readonly store_id: number;
  readonly sku: string;
  /** Null if the product has no base price or cannot have one. */
  readonly price: string | null;
  readonly special_price: string | null;
  readonly special_from: string | null;
  readonly special_to: string | null;
  readonly cost: string | null;
}

export interface ExportedTier {
  readonly id: number;
  readonly sku: string;
  readonly website_id: number;
  readonly customer_group: string;
  readonly quantity: string;
  readonly price: string;
  readonly price_type: string;
}

const pageSize = 5000;

/** The price scope. While it is global, only global prices are exported. */
interface Exported {
  readonly scope: "global" | "website";
}

/** Returns the page of prices after a scope of a product. While prices are global, those of store views are left out. */
export const readPrices = (
  db: Db,
  { productId, storeId }: { readonly productId: number; readonly storeId: number },
  { scope }: Exported,
): Promise<ExportedPrices[]> =>
  db.query<ExportedPrices>(
    `select product_id, store_id, sku,
       case when counts and type_id = any($3::text[]) and (type_id <> 'bundle' or has_fixed_price) then price end as price,
       case when counts and type_id = any($4::text[]) then special_price end as special_price,
       special_from, special_to, case when counts and type_id = any($5::text[]) then cost end as cost
     from (
       select own.*, own.store_id = 0 or not $6::bool as counts from ${productPrices} own
       where (own.product_id, own.store_id) > ($1::int, $2::int) order by product_id, store_id limit ${pageSize}
     ) own join ${products} product on product.id = own.product_id
     order by product_id, store_id`,
    [productId, storeId, pricedTypes, pricedTypes, plainTypes, scope === "global"],
  );

/** Returns the page of tier prices after an id. */
export const readTiers = (db: Db, after: number, { scope }: Exported): Promise<ExportedTier[]> =>
  db.query<ExportedTier>(
    `select tier.id, sku, website_id, coalesce(code, '${allGroups}') as customer_group, qty as quantity,
       coalesce(percentage_value, value) as price,
       case when percentage_value is null then 'fixed' else 'discount' end as price_type
     from ${productTierPrices} tier join ${products} product on product.id = tier.product_id
       left join ${customerGroups} shoppers on shoppers.id = tier.customer_group_id and not tier.all_groups
     where tier.id > $1::int and type_id = any($2::text[]) and (website_id = 0 or not $3::bool)
       and (tier.all_groups or code is not null)
     order by tier.id limit ${pageSize}`,
    [after, pricedTypes, scope === "global"],
  );
