// Everything that other domains may import from here, besides shapes.

export { refundOrder } from "./credit-memos/refund/refund-order.js";
export { DocumentEvents } from "./documents/document-events.js";
export { orderKeys } from "./documents/order-keys.sql.js";
export type { DocumentListener } from "./documents/document-listener.js";
export { createInvoice } from "./invoices/create-invoice.js";
export { shipOrder } from "./shipments/ship-order.js";
export { openOrders } from "./orders/open-orders.rows.js";
export { documentListeners } from "./document-listeners.js";
export { requestedMails } from "./mails/requested-mails.js";
export { ReturnMails } from "./mails/return-mails.js";
export { updateItem } from "./orders/states/change-order.rows.js";
