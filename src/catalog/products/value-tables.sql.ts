// SQL: a part of the statements that read and search products (measured by `GET /V1/products/:sku`).
import { foundPriceTables, priceTables } from "../../pricing/published.sql.js";

// Parts of hot statements over products, which `bench/` measures. Product `p` has the global values `g` and the values `v` of
// the store view `$1`, and the prices that `priceTables` names.

/** SQL tables of attribute values and prices; unused ones cost nothing. `$1` is the store view. */
export const valueTables = `
  left join product_values g on g.product_id = p.id and g.store_id = 0
  left join product_values v on v.product_id = p.id and v.store_id = nullif($1::int, 0)${priceTables}`;

const valuesOf = (alias: string, store: string) =>
  `left join lateral (select * from product_values where product_id = p.id and store_id = ${store} limit 1) ${alias} on true`;

/** The same tables, joined to known products; see `foundPriceTables`. */
export const foundValueTables = [valuesOf("g", "0"), valuesOf("v", "nullif($1::int, 0)"), foundPriceTables].join(
  "\n  ",
);
