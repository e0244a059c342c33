import { compositeTypes } from "../catalog/published.terms.js";
import type { Product } from "../catalog/products/product.types.js";
import { type DomainGraph, edge } from "../../api/contract/graph.js";
import { zeroQuantity } from "../../platform/money/amount.js";
import { readSalability } from "./salability/salability.sql.js";
import { defaultStock } from "./stocks/stocks.types.js";
import { keyOf } from "../../platform/db/models.js";

const salableQuantity = edge<Product, string>({
  on: "Product",
  name: "salable_quantity",
  type: "Decimal",
  description:
    "How much of the product a stock can sell: the quantity at its sources, less reservations and `min_qty`. Null for composite products.",
  args: { stockId: { type: "Int!", defaultValue: defaultStock, description: "Id of the stock." } },
  permission: ["Magento_InventorySalesApi::stock"],
  needs: ["sku", "type_id"],
  key: ({ sku, type_id: type }) => (compositeTypes.has(type ?? "") ? undefined : sku),
  load: async (skus, { stockId }, { db }) => {
    const found = await readSalability(db, Number(stockId), skus);
    return skus.map((sku) => {
      const product = found.get(keyOf(sku));
      return product && (product.is_salable ? product.quantity : zeroQuantity);
    });
  },
});

const isSalable = edge<Product, string>({
  on: "Product",
  name: "is_salable",
  type: "Boolean",
  description: "Whether a stock can sell any quantity of the product or, if it is composite, enough of its parts.",
  args: { stockId: { type: "Int!", defaultValue: defaultStock, description: "Id of the stock." } },
  permission: ["Magento_InventorySalesApi::stock"],
  needs: ["sku"],
  key: ({ sku }) => sku,
  load: async (skus, { stockId }, { db }) => {
    const found = await readSalability(db, Number(stockId), skus);
    return skus.map((sku) => found.get(keyOf(sku))?.is_salable ?? false);
  },
});

export const graph: DomainGraph = { edges: [salableQuantity, isSalable] };
