import type { Context } from "../../../api/call/context.js";
import { inputError, WebapiError } from "../../../api/call/errors.js";
import type { CartAddress } from "../../cart/addresses/addresses.types.js";
import {
  addressOf,
  type CartDependencies,
  type CartState,
  completeAddress,
  readOpenCart,
  withAddress,
} from "../../cart/published.js";
import { quoteRates } from "./quote-rates.js";
import type { ShippingMethod } from "./shipping-methods.types.js";

/** 400 for a cart without a shipping country. */
export const addressMissing = () => inputError("The shipping address is missing. Set the address and try again.");

const isShipped = ({ items, is_virtual }: CartState) => items.length > 0 && !is_virtual;

/** Returns the methods for the stored shipping address of a cart. Throws 400 if it has no country. */
export async function estimateShippingMethods(ctx: Context, cartId: number, dependencies: CartDependencies) {
  const cart = await readOpenCart(ctx, cartId);
  if (!isShipped(cart)) return [];
  if (!addressOf(cart, "shipping")?.country_id) throw addressMissing();
  return quoteRates(ctx, cart, dependencies);
}

/**
 * Returns the methods for a full or partial address, without storing it. Only estimates show no price of a carrier that
 * fails.
 */
export async function estimateMethods(
  ctx: Context,
  cart: CartState,
  { address, dependencies }: { readonly address: CartAddress; readonly dependencies: CartDependencies },
): Promise<ShippingMethod[]> {
  if (!isShipped(cart)) return [];
  const columns = await completeAddress(ctx, cart, { type: "shipping", address, mode: "replace" });
  const methods = await quoteRates(ctx, withAddress(cart, "shipping", columns), dependencies);
  return methods.map((method) => (method.available ? method : { ...method, base_amount: null }));
}

/** Returns the methods for an address of the customer who owns the cart. Throws 400 for any other address id. */
export async function estimateByAddressId(
  ctx: Context,
  cart: CartState,
  { addressId, dependencies }: { readonly addressId: number; readonly dependencies: CartDependencies },
): Promise<ShippingMethod[]> {
  try {
    return await estimateMethods(ctx, cart, { address: { customer_address_id: addressId }, dependencies });
  } catch (error) {
    throw error instanceof WebapiError && error.code === "NO_SUCH_ENTITY" ? addressMissing() : error;
  }
}
