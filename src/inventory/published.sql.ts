// SQL that other domains may put into their statements.

export {
  isInStock,
  stockItemColumns,
  type StockItemRow,
  stockItems,
  type StockSettings,
  stockStatusOf,
} from "./stock-item/stock-item.sql.js";
