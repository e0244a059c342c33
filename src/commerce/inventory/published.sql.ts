// SQL: relations for the statements of other domains, which models cannot join.

export {
  dateLowStock,
  hasUndatedLowStock,
  stockItemColumns,
  type StockItemRow,
  type StockSettings,
  stockStatusOf,
} from "./stock-item/stock-item.sql.js";

/** Quantities of SKUs, in lower case, at enabled sources that have them in stock. */
export const sourceQuantities = `(select item.sku_key, item.quantity from inventory_source_item item
    join inventory_source source on source.source_code = item.source_code and source.enabled where item.status = 1)`;
