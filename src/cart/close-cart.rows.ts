import type { Db } from "../db/database.js";
import { now } from "../db/moment.js";

/** Closes a cart that was ordered. It is kept for the record, with the number of its order. */
export async function closeCart(db: Db, id: number, orderNumber: string): Promise<void> {
  await db.models.cart.updateMany({
    where: { id },
    data: { is_active: false, reserved_order_id: orderNumber, converted_at: now, updated_at: now },
  });
}
