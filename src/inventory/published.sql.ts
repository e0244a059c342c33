// SQL for use in statements of other domains.

export { salabilityOf } from "./salability/salability.sql.js";
export {
  isInStock,
  stockItemColumns,
  type StockItemRow,
  stockItems,
  type StockSettings,
  stockStatusOf,
} from "./stock-item/stock-item.sql.js";
