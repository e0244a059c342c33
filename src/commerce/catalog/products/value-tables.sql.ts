// SQL: a part of the statements that read and search products (measured by `GET /V1/products/:sku`).
import { foundPriceTables, hiddenStoreView, priceTables, storeView } from "../../pricing/published.sql.js";

// Parts of hot statements over products, which `bench/` measures. Product `p` has the global values `g` and the values `v` of
// the store view `$1`, and the prices that `priceTables` names.

const valuesIn = (storeView: string) => `
  left join product_values g on g.product_id = p.id and g.store_id = 0
  left join product_values v on v.product_id = p.id and v.store_id = ${storeView}`;

/** SQL tables of attribute values and prices; unused ones cost nothing. `$1` is the store view. */
export const valueTables = `${valuesIn(storeView)}${priceTables}`;

/** The same tables, joined to known products; see `hiddenStoreView`. */
export const foundValueTables = `${valuesIn(hiddenStoreView)}${foundPriceTables}`;
