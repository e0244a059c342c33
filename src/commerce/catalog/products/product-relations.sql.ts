// SQL: relations for the statements of other domains, which models cannot join.
import { versionOf } from "../../../platform/db/statements/parameters.js";
import { priceVersions } from "../../pricing/published.sql.js";

/** Products; `sku_key` is the SKU in lower case. */
export const products = "(select id, sku, sku_key, type_id, has_fixed_price, created_at, updated_at from product)";

/** SQL of a text that changes with everything a cart reads of product `p`: the transactions that wrote its rows. */
export const productVersion = versionOf(
  "select p.xmin::text as version",
  "select xmin::text as version from product_values where product_id = p.id",
  "select xmin::text as version from product_category where product_id = p.id",
  ...priceVersions("p.id"),
  "select xmin::text as version from product_option where p.has_options and product_id = p.id",
  `select w.xmin::text as version from product_option o join product_option_value w on w.option_id = o.option_id
    where p.has_options and o.product_id = p.id`,
  "select xmin::text as version from configurable_option where p.type_id = 'configurable' and product_id = p.id",
  "select xmin::text as version from downloadable_link where p.type_id = 'downloadable' and product_id = p.id",
  "select xmin::text as version from bundle_option where p.type_id = 'bundle' and product_id = p.id",
  `select s.xmin::text as version from bundle_option o join bundle_selection s on s.option_id = o.option_id
    where p.type_id = 'bundle' and o.product_id = p.id`,
);

/** Products with such a text. */
export const productVersions = `(select p.id, ${productVersion} as version from product p)`;

/** Values of products by store view, as documents by attribute code; store 0 has the global values. */
export const productValues = "(select product_id, store_id, data from product_values)";

/** The categories that products are assigned to, with their positions in them. */
export const productCategories = "(select product_id, category_id, position from product_category)";

/**
 * A statement that returns products and locks them until the transaction ends. It locks them in id order, as every
 * statement does, so that concurrent transactions wait instead of deadlocking.
 */
export const lockedProducts = (condition: string): string =>
  `select id, sku, sku_key, type_id, has_fixed_price from product where ${condition}
    order by id for no key update`;

/** A statement that marks products as changed now. */
export const touchProducts = (condition: string): string =>
  `update product set updated_at = now() at time zone 'utc' where ${condition}`;

/** SQL condition that a product uses the image. */
export const isProductImage = (path: string): string =>
  `exists (select from product_media where product_media.file = ${path})`;

/** The products that the options of bundles offer, one row for each selection. */
export const bundleParts = `(select bundle_option.product_id as bundle_id, bundle_selection.product_id, bundle_selection.selection_id
    from bundle_option join bundle_selection on bundle_selection.option_id = bundle_option.option_id)`;

/** SQL condition that the website sells the product. */
export const isSoldOn = (productId: string, websiteId: string): string =>
  `exists (select from product_website w where w.product_id = ${productId} and w.website_id = ${websiteId})`;

/**
 * SQL condition on product `p`: it is not composite, or enough of its parts to sell it meet the condition that
 * `isAvailable` returns for an id.
 */
export const hasParts = (isAvailable: (productId: string) => string): string => `case p.type_id
    when 'configurable' then exists (
      select from configurable_link l where l.parent_id = p.id and ${isAvailable("l.child_id")})
    when 'grouped' then exists (
      select from product_link l where l.product_id = p.id and l.link_type = 3 and ${isAvailable("l.linked_product_id")})
    when 'bundle' then exists (
      select from bundle_option o join bundle_selection s on s.option_id = o.option_id
      where o.product_id = p.id and ${isAvailable("s.product_id")})
    and not exists (
      select from bundle_option o where o.product_id = p.id and o.required and not exists (
        select from bundle_selection s where s.option_id = o.option_id and ${isAvailable("s.product_id")}))
    else true end`;
