import type { Db } from "../../../platform/db/database.js";
import { lockCart } from "../../cart/published.js";
import { findOrderOfTransaction } from "./transactions.rows.js";

/**
 * Returns the id of the order with an authorization, which the gateway knows by the reference `cart-<id>`. Returns undefined if
 * there is no order and none will follow: the call that places an order locks the cart before the authorization and until
 * its end, so this waits for the lock. Call it in a transaction.
 */
export async function findAuthorizedOrder(
  db: Db,
  { reference, transactionId }: { readonly reference: string; readonly transactionId: string },
): Promise<number | undefined> {
  const cartId = Number(/^cart-(\d{1,9})$/.exec(reference)?.[1]);
  if (!Number.isInteger(cartId)) return undefined;
  await lockCart(db, cartId);
  return findOrderOfTransaction(db, { cartId, transactionId });
}
