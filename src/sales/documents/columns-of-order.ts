import type { StoredOrder } from "../orders/stored-order.js";

/** Returns the columns that an invoice or a credit memo copies from its order. */
export const columnsOfOrder = (order: StoredOrder) => ({
  order_id: order.entity_id,
  store_id: order.store_id,
  billing_address_id: order.billing_address_id ?? null,
  shipping_address_id: order.shipping_address_id ?? null,
  base_currency_code: order.base_currency_code ?? null,
  global_currency_code: order.global_currency_code ?? null,
  order_currency_code: order.order_currency_code ?? null,
  store_currency_code: order.store_currency_code ?? null,
  base_to_global_rate: order.base_to_global_rate ?? null,
  base_to_order_rate: order.base_to_order_rate ?? null,
  store_to_base_rate: order.store_to_base_rate ?? null,
  store_to_order_rate: order.store_to_order_rate ?? null,
  discount_description: order.discount_description ?? null,
});
