import type { Db } from "../../src/db/database.js";
import { createOrder, drawOrder, type NewOrder } from "../../src/sales/published.js";

/** Draws the number of an order and writes it in one transaction, as the checkout does. */
export const writeOrder = (db: Db, order: NewOrder) =>
  db.transaction(async (tx) => {
    const addresses = order.shippingAddress ? 2 : 1;
    const counts = { storeId: order.columns.store_id, items: order.items.length, addresses };
    return createOrder(tx, order, await drawOrder(tx, counts));
  });
