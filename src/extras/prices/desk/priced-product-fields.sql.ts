// SQL: fields of a search, which models cannot express: values of documents, margins and the history of prices.
import { isInt4 } from "../../../api/search-criteria/criteria.js";
import { fieldsByCode, type IndexedCondition, type SqlField } from "../../../api/search-criteria/sql-field.js";
import {
  inCategories,
  likeName,
  likeSku,
  productCategories,
  valueOf,
} from "../../../commerce/catalog/published.sql.js";
import { sourceQuantities } from "../../../commerce/inventory/published.sql.js";
import { changedProducts } from "../../../commerce/pricing/history/changes/read-changes.sql.js";
import { currentPrice, priceOf, type PriceReading } from "../../../commerce/pricing/published.sql.js";

/** SQL of the margin of product `p` in percent. */
export const marginOf = (reading: PriceReading): string => {
  const [price, cost] = [`(${currentPrice(reading)})`, priceOf("cost", reading)];
  return `case when ${price} > 0 then round((${price} - ${cost}) / ${price} * 100, 2) end`;
};

/** SQL of the quantity of product `p` in stock, for the products of a page. */
export const quantityInStock = `(select sum(i.quantity) from ${sourceQuantities} i where i.sku_key = p.sku_key)`;

/** SQL join of the quantity for all products, which is read in one pass; PostgreSQL leaves it out if nothing uses it. */
export const stockOfAll = `left join (select i.sku_key, sum(i.quantity) as quantity from ${sourceQuantities} i
    group by i.sku_key) stocked on stocked.sku_key = p.sku_key`;

/** The code of the field that needs the right to read the history. */
export const historyField = "changed_at";

/** Returns the condition that one of the categories shows the product; a text that is no id names none. */
function ofCategories({ condition, values, bind }: IndexedCondition): string | undefined {
  return condition === "in" ? inCategories("p.id", `${bind(values.filter(isInt4).map(Number))}::int[]`) : undefined;
}

/** Returns the look-up of the fields by which products can be searched and sorted. */
export function pricedProductFields(reading: PriceReading): (code: string) => SqlField | undefined {
  return fieldsByCode({
    id: { sql: "p.id", type: "integer", isRequired: true },
    sku: { sql: "p.sku_key", type: "key", isRequired: true, order: "p.sku_key", like: likeSku },
    name: { sql: valueOf("name"), type: "text", like: likeName },
    type_id: { sql: "p.type_id", type: "key", isRequired: true, order: "p.type_id" },
    status: { sql: `(${valueOf("status")})::int`, type: "integer" },
    category_id: {
      sql: "c.category_id",
      type: "integer",
      exists: (condition) => `exists (select from ${productCategories} c where c.product_id = p.id and ${condition})`,
      indexed: ofCategories,
    },
    price: { sql: priceOf("price", reading), type: "decimal" },
    special_price: { sql: priceOf("special_price", reading), type: "decimal" },
    special_from: { sql: priceOf("special_from", reading), type: "timestamp" },
    special_to: { sql: priceOf("special_to", reading), type: "timestamp" },
    cost: { sql: priceOf("cost", reading), type: "decimal" },
    margin_percent: { sql: marginOf(reading), type: "decimal" },
    quantity: { sql: "stocked.quantity", type: "decimal" },
    [historyField]: {
      sql: "b.changed_at",
      type: "timestamptz",
      exists: (condition) => `p.id = any(array(
        select changed.id from ${changedProducts} b cross join lateral unnest(b.product_ids) changed (id)
        where ${condition}))`,
    },
  });
}
