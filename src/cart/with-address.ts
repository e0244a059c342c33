import { type AddressColumns, addressOf, type AddressType } from "./addresses.rows.js";
import type { CartState } from "./cart-state.rows.js";

/** Returns the cart with an address, without writing it. */
export function withAddress(cart: CartState, address_type: AddressType, columns: AddressColumns): CartState {
  const before = addressOf(cart, address_type);
  const unsaved = { id: 0, cart_id: cart.id, address_type, shipping_method: null, shipping_description: null };
  const others = cart.addresses.filter((address) => address !== before);
  return { ...cart, addresses: [...others, { ...unsaved, ...before, ...columns }] };
}
