import type { Db } from "../../../src/platform/db/database.js";
import { createOrder, drawOrder, type NewOrder } from "../../../src/commerce/sales/published.orders.js";

/** Writes an order in one transaction, as the checkout does, and returns its id and number. */
export const writeOrder = (db: Db, order: NewOrder) =>
  db.transaction(async (tx) => {
    const { orderId } = await createOrder(tx, order, await drawOrder(tx, order));
    const where = { entity_id: orderId };
    const { increment_id } = await tx.models.salesOrder.findUniqueOrThrow({ where, select: { increment_id: true } });
    return { orderId, incrementId: increment_id ?? "" };
  });
