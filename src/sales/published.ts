// Everything that other domains may import from here, besides shapes.

export { createOrder, type NewOrder, type NewOrderItem } from "./orders/create-order.js";
export { openOrders } from "./orders/open-orders.rows.js";
export { documentListeners } from "./document-listeners.js";
export { requestedMails } from "./mails/requested-mails.js";
export { SalesMails } from "./mails/sales-mails.js";
export { updateItem } from "./orders/change-order.rows.js";
export { type ItemRow, lockOrder, type StoredOrder } from "./orders/orders.rows.js";
