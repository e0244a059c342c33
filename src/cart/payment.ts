import { randomInt } from "node:crypto";
import type { CartState } from "./cart-state.rows.js";

/** The payment that the shopper chose. */
type CartPayment = Pick<CartState, "payment_method" | "po_number" | "additional_data">;

/** Payment ids are lower than this. */
const maxPaymentId = 2 ** 31;

/** Returns the columns of a cart's payment. The first payment gets a random id, because guests can see it. */
export const paymentColumns = ({ payment_id }: CartState, payment: CartPayment) => ({
  ...payment,
  payment_id: payment_id ?? randomInt(1, maxPaymentId),
});
