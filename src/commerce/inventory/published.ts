// Everything that other domains may import from here, besides shapes.

export { checkBundleSources } from "./source-items/ship-together.js";
export { writeLowQuantities } from "./low-quantity/low-quantity.sql.js";
export { writeSourceItems } from "./source-items/source-items.rows.js";
export { saveSource } from "./sources/save-source.js";
export { hasSource } from "./sources/sources.rows.js";
export { saveLinks } from "./stocks/save-links.js";
export { saveStock } from "./stocks/save-stock.js";
export { isInStockAt } from "./pickup/in-stock-at.js";
export { readStockOfStore } from "./stocks/sales-channels.rows.js";
export { hasStock } from "./stocks/stocks.rows.js";
export { addStockItems } from "./stock-item/default-source.sql.js";
export { removeStock, renameStock, retypeStock } from "./stock-item/changed-products.js";
export { saveStockItem } from "./stock-item/stock-item.js";
export { toStockItem } from "./stock-item/stock-item.sql.js";
export {
  type Compensation,
  createCompensations,
  findInconsistencies,
  type OpenOrders,
  parseCompensation,
  rawCompensation,
  signedQuantity,
  reservationCleanup,
} from "./reservations/inconsistencies.js";
export { type ReturnedUnits, returnToStock } from "./reservations/return-to-stock.js";
export { deliver, ship, type TakenQuantity } from "./reservations/ship.js";
export { importGeonames } from "./distances/geonames.rows.js";
