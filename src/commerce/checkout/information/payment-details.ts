import type { Db } from "../../../platform/db/database.js";
import { type CartState, type StoredTotals, toStoredTotals } from "../../cart/published.js";
import { listAvailableMethods } from "../payment/available.js";
import type { PaymentDetails } from "./information.types.js";

/** Returns the payment methods and the totals of a cart. */
export async function readPaymentDetails(
  db: Db,
  { cart, totals }: { readonly cart: CartState; readonly totals: StoredTotals },
): Promise<PaymentDetails> {
  const methods = await listAvailableMethods(db, cart, totals.base.grandTotal);
  return {
    payment_methods: methods.map(({ method, title }) => ({ code: method.code, title })),
    totals: toStoredTotals(cart, totals),
  };
}
