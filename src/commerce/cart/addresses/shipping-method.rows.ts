import type { Db } from "../../../platform/db/database.js";
import type { CartState } from "../state/cart-state.rows.js";

/**
 * Writes the shipping method of a locked cart, as `carrier_method`, with the cart at commit, and returns the cart with it.
 */
// SQL: measured by `save-shipping`, and models do not write at commit.
export async function writeShippingMethod(db: Db, cart: CartState, method: string | null): Promise<CartState> {
  await db.atCommit.execute(
    "update cart_address set shipping_method = $2 where cart_id = $1::int and address_type = 'shipping'",
    [cart.id, method],
  );
  return withShippingMethod(cart, method);
}

/** Returns the cart with a shipping method, without writing it. */
export const withShippingMethod = (cart: CartState, shipping_method: string | null): CartState => ({
  ...cart,
  addresses: cart.addresses.map((address) =>
    address.address_type === "shipping" ? { ...address, shipping_method } : address,
  ),
});
