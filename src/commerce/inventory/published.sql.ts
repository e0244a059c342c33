// SQL: relations for the statements of other domains, which models cannot join.

export {
  dateLowStock,
  hasUndatedLowStock,
  stockItemColumns,
  type StockItemRow,
  type StockSettings,
  stockStatusOf,
} from "./stock-item/stock-item.sql.js";
