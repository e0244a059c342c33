import { randomInt } from "node:crypto";
import type { CartState } from "./cart-state.rows.js";

/** How the shopper wants to pay. */
type CartPayment = Pick<CartState, "payment_method" | "po_number" | "additional_data">;

/** Greatest id of a payment. */
const greatestId = 2 ** 31;

/** Returns the columns of a cart's payment. The first payment gets a random id, because guests see it. */
export const paymentColumns = ({ payment_id }: CartState, payment: CartPayment) => ({
  ...payment,
  payment_id: payment_id ?? randomInt(1, greatestId),
});
