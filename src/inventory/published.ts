// Everything that other domains may import from this one, besides its shapes.

export { saveStockItem } from "./stock-item/stock-item.js";
export { toStockItem } from "./stock-item/stock-item.sql.js";
