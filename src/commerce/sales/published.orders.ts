// What other domains may import about new orders, their states and their authorizations.

export {
  createOrder,
  drawOrder,
  type NewOrder,
  type NewOrderItem,
  type NewOrderTax,
} from "./orders/save/create-order.js";
export { findAuthorizedOrder } from "./transactions/authorized-order.js";
export { isStatusOf } from "./orders/states/order-states.js";
export { lockOrder } from "./orders/lock-order.js";
export { orderValues } from "./orders/stored-order.js";
export type { ItemRow, StoredOrder } from "./orders/stored-order.js";
