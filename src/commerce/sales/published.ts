// Everything that other domains may import from here, besides shapes.

export { refundOrder } from "./credit-memos/refund/refund-order.js";
export { DocumentEvents } from "./documents/document-events.js";
export { orderKeys } from "./documents/order-keys.sql.js";
export type { DocumentListener } from "./documents/document-listener.js";
export { createInvoice } from "./invoices/create-invoice.js";
export { shipOrder } from "./shipments/ship-order.js";
export {
  createOrder,
  drawOrder,
  type NewOrder,
  type NewOrderItem,
  type NewOrderTax,
} from "./orders/save/create-order.js";
export { openOrders } from "./orders/open-orders.rows.js";
export { documentListeners } from "./document-listeners.js";
export { requestedMails } from "./mails/requested-mails.js";
export { ReturnMails } from "./mails/return-mails.js";
export { SalesMails } from "./mails/sales-mails.js";
export { isStatusOf } from "./orders/states/order-states.js";
export { updateItem } from "./orders/states/change-order.rows.js";
export { lockOrder } from "./orders/lock-order.js";
export type { ItemRow, StoredOrder } from "./orders/stored-order.js";
