// SQL: joined into reads of products (measured by `GET /V1/products/:sku`).
import { hiddenParameter } from "../../platform/db/statements/parameters.js";
import type { Config } from "../../config.js";
import type { DecimalText } from "../../api/contract/scalars.js";
import { websiteOfStoreView } from "../store/published.sql.js";

// Fragments of frequent product queries, measured by `bench/`. Product `p` has the global prices `gp` and the prices
// `vp` of the store view `$1`.

/** Whether prices are the same everywhere or can differ by website. */
export interface PriceReading {
  readonly priceScope: Config["PORTICO_PRICE_SCOPE"];
}

/** SQL of the store view whose values differ from the global ones; null for store view 0. */
export const storeView = "nullif($1::int, 0)";

/** The same, for statements that find products by key: otherwise each call with store view 0 would be planned anew. */
export const hiddenStoreView = `nullif(${hiddenParameter(1, "int")}, 0)`;

const pricesIn = (view: string) => `
  left join product_price gp on gp.product_id = p.id and gp.store_id = 0
  left join product_price vp on vp.product_id = p.id and vp.store_id = ${view}`;

/** SQL joins of the prices of product `p`; unused ones cost nothing. */
export const priceTables = pricesIn(storeView);

/** The same joins for products that are already found; see `hiddenStoreView`. */
export const foundPriceTables = pricesIn(hiddenStoreView);

/** The global prices `gp` by themselves; every row belongs to a product. */
export const globalPrices = "(select * from product_price where store_id = 0)";

type PriceColumn = "price" | "special_price" | "special_from" | "special_to" | "cost";

/** SQL of a price in the store view; with global prices only global rows count. */
export const priceOf = (column: PriceColumn, { priceScope }: PriceReading): string =>
  priceScope === "global" ? `gp.${column}` : `coalesce(vp.${column}, gp.${column})`;

/** SQL of the base price and the special price with its dates. */
export const priceColumns = (reading: PriceReading): string =>
  (["price", "special_price", "special_from", "special_to"] as const)
    .map((column) => `${priceOf(column, reading)}::text as ${column}`)
    .join(", ");

/** SQL of the price to pay now: the special price while it is active and lower. A bundle's special price is a percentage. */
export function currentPrice(reading: PriceReading): string {
  const of = (column: PriceColumn) => priceOf(column, reading);
  const now = "(now() at time zone 'UTC')";
  return `case when p.type_id <> 'bundle' and coalesce(${of("special_from")} <= ${now}, true)
    and coalesce(${of("special_to")} + interval '1 day' > ${now}, true)
    then least(${of("price")}, ${of("special_price")}) else ${of("price")} end`;
}

/** A tier price of a product; exactly one of `value` and `percentage_value` is set. */
export interface TierPriceRow {
  readonly customer_group_id: number;
  readonly qty: DecimalText;
  readonly value: DecimalText | null;
  readonly percentage_value: DecimalText | null;
  readonly website_id: number;
}

/** SQL column with tier prices of product `p`. Group 32000 means all customers. */
const tierPrices = (websiteId: string, condition: string) => `to_json(array(select json_build_object(
      'customer_group_id', case when t.all_groups then 32000 else t.customer_group_id end, 'qty', t.qty::text,
      'value', t.value::text, 'percentage_value', t.percentage_value::text, 'website_id', ${websiteId})
    from product_tier_price t where t.product_id = p.id and ${condition} order by t.qty, t.id)) as tier_prices`;

/** SQL column with all tier prices of product `p`. */
export const tierPricesColumn = tierPrices("t.website_id", "true");

const website = websiteOfStoreView("$1::int");

/**
 * SQL column with the tier prices of product `p` that the store view `$1` shows: with global prices those of all
 * websites, otherwise also those of its website, all with its id. Store view 0 shows all of them.
 */
export const shownTierPrices = ({ priceScope }: PriceReading): string =>
  priceScope === "global"
    ? tierPrices("0", "t.website_id = 0")
    : tierPrices(
        `case when $1::int = 0 then t.website_id else ${website} end`,
        `($1::int = 0 or t.website_id in (0, ${website}))`,
      );

/** SQL columns with the best tier prices of product `p` for guests and one unit, on a website. */
export const guestTierPriceColumns = (websiteId: string): string => `
  (select min(t.value)::text from product_tier_price t where t.product_id = p.id and t.qty <= 1
    and t.customer_group_id = 0 and t.website_id in (0, ${websiteId})) as tier_value,
  (select max(t.percentage_value)::text from product_tier_price t where t.product_id = p.id and t.qty <= 1
    and t.customer_group_id = 0 and t.website_id in (0, ${websiteId}))
    as tier_percentage`;

/** Statements for `versionOf` that find the prices of a product. */
export const priceVersions = (productId: string): string[] => [
  `select xmin::text as version from product_price where product_id = ${productId}`,
  `select xmin::text as version from product_tier_price where product_id = ${productId}`,
];
