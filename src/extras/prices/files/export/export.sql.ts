// SQL: models cannot continue a page after a key of two columns, nor join the relations of other domains.
import { productPrices, productTierPrices } from "../../../../commerce/pricing/prices.sql.js";
import { products } from "../../../../commerce/catalog/published.sql.js";
import { customerGroups } from "../../../../commerce/customer/published.sql.js";
import type { Db } from "../../../../platform/db/database.js";
import { type FilteredIds, filteredIds, type ProductFilter } from "../../desk/priced-products.sql.js";
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

interface Exported {
  /** The price scope. While it is global, only global prices are exported. */
  readonly scope: "global" | "website";
  /** The products whose prices to export; absent for all. */
  readonly filter?: ProductFilter | undefined;
}

/**
 * Returns a condition on the products to export. Filters need a store view as the first parameter of the statement; PostgreSQL
 * needs the type of each parameter, so that the condition without filters names it, too.
 */
function conditionOf(productId: string, { scope, filter }: Exported, values: readonly unknown[]): FilteredIds {
  if (!filter) return { sql: "$1::int is not null", values: [0, ...values] };
  const ids = filteredIds(filter, values, { priceScope: scope });
  return { ...ids, sql: `${productId} in ${ids.sql}` };
}

/** Returns the page of prices after a scope of a product. While prices are global, those of store views are left out. */
export function readPrices(
  db: Db,
  { productId, storeId }: { readonly productId: number; readonly storeId: number },
  exported: Exported,
): Promise<ExportedPrices[]> {
  const own = [productId, storeId, pricedTypes, pricedTypes, plainTypes, exported.scope === "global"];
  const { sql, values } = conditionOf("own.product_id", exported, own);
  return db.query<ExportedPrices>(
    `select product_id, store_id, sku,
       case when counts and type_id = any($4::text[]) and (type_id <> 'bundle' or has_fixed_price) then price end as price,
       case when counts and type_id = any($5::text[]) then special_price end as special_price,
       special_from, special_to, case when counts and type_id = any($6::text[]) then cost end as cost
     from (
       select own.*, own.store_id = 0 or not $7::bool as counts from ${productPrices} own
       where (own.product_id, own.store_id) > ($2::int, $3::int) and ${sql}
       order by product_id, store_id limit ${pageSize}
     ) own join ${products} product on product.id = own.product_id
     order by product_id, store_id`,
    values,
  );
}

/** Returns the page of tier prices after an id. */
export function readTiers(db: Db, after: number, exported: Exported): Promise<ExportedTier[]> {
  const own = [after, pricedTypes, exported.scope === "global"];
  const { sql, values } = conditionOf("tier.product_id", exported, own);
  return db.query<ExportedTier>(
    `select tier.id, sku, website_id, coalesce(code, '${allGroups}') as customer_group, qty as quantity,
       coalesce(percentage_value, value) as price,
       case when percentage_value is null then 'fixed' else 'discount' end as price_type
     from ${productTierPrices} tier join ${products} product on product.id = tier.product_id
       left join ${customerGroups} shoppers on shoppers.id = tier.customer_group_id and not tier.all_groups
     where tier.id > $2::int and type_id = any($3::text[]) and (website_id = 0 or not $4::bool)
       and (tier.all_groups or code is not null) and ${sql}
     order by tier.id limit ${pageSize}`,
    values,
  );
}
