import type { Db } from "../../../platform/db/database.js";
import type { CartState } from "../state/cart-state.rows.js";

/** Writes the shipping method of a locked cart, as `carrier_method`, and returns the cart with it. */
export async function writeShippingMethod(db: Db, cart: CartState, method: string | null): Promise<CartState> {
  await db.models.cartAddress.updateMany({
    where: { cart_id: cart.id, address_type: "shipping" },
    data: { shipping_method: method },
  });
  return withShippingMethod(cart, method);
}

/** Returns the cart with a shipping method, without writing it. */
export const withShippingMethod = (cart: CartState, shipping_method: string | null): CartState => ({
  ...cart,
  addresses: cart.addresses.map((address) =>
    address.address_type === "shipping" ? { ...address, shipping_method } : address,
  ),
});
