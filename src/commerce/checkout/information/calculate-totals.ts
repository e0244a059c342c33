import type { Context } from "../../../api/call/context.js";
import {
  addressOf,
  type CartDependencies,
  type CartState,
  collectCart,
  completeAddress,
  computeTotals,
  saveAddress,
  withAddress,
  withShippingMethod,
} from "../../cart/published.js";
import type { TotalsInformation } from "./information.types.js";
import { methodName } from "./save-shipping.js";

/**
 * Returns the totals of a locked cart with an address and a shipping method. As in Magento, the address is stored only
 * together with a method, and the method is not. With an unknown method, shipping costs are zero.
 */
export async function calculateTotals(
  ctx: Context,
  cart: CartState,
  { given, dependencies }: { readonly given: TotalsInformation; readonly dependencies: CartDependencies },
) {
  const type = cart.is_virtual ? "billing" : "shipping";
  const { shipping_carrier_code: carrier, shipping_method_code: method } = given;
  const sent = { type, address: given.address, mode: "merge" } as const;
  if (!carrier || !method || cart.is_virtual) {
    return computeTotals(ctx, withAddress(cart, type, await completeAddress(ctx, cart, sent)), dependencies);
  }
  const collected = await collectCart(ctx, await saveAddress(ctx, cart, sent), dependencies);
  const wanted = methodName(carrier, method);
  if (addressOf(collected.cart, "shipping")?.shipping_method === wanted) return collected;
  return computeTotals(ctx, withShippingMethod(collected.cart, wanted), dependencies);
}
