// SQL for use in statements of other domains.

export {
  stockItemColumns,
  type StockItemRow,
  stockItems,
  type StockSettings,
  stockStatusOf,
} from "./stock-item/stock-item.sql.js";
