import { randomInt } from "node:crypto";
import type { Db } from "../db/database.js";
import { now } from "../db/moment.js";
import type { CartState } from "./cart-state.rows.js";

/** How the shopper wants to pay. */
export type CartPayment = Pick<CartState, "payment_method" | "po_number" | "additional_data">;

/** A cart with a payment. */
interface PaidCart extends CartState {
  payment_id: number;
}

/** Greatest id of a payment. */
const greatestId = 2 ** 31;

/**
 * Writes how the shopper wants to pay for a locked cart, and returns the cart with it. The first payment gets a random id,
 * because guests see it.
 */
export async function writePayment(db: Db, cart: CartState, payment: CartPayment): Promise<PaidCart> {
  const data = { ...payment, payment_id: cart.payment_id ?? randomInt(1, greatestId) };
  await db.models.cart.updateMany({ where: { id: cart.id }, data: { ...data, updated_at: now } });
  return { ...cart, ...data };
}
