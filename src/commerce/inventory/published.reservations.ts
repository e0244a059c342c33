// What other domains may import about the reservations of stock.

export { lockStock, release, reserve } from "./reservations/reserve.js";
export type { StockChange, StockEvent, StockQuantity } from "./reservations/stock-event.js";
