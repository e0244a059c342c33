import type { Context } from "../../../api/call/context.js";
import {
  addressOf,
  type CartDependencies,
  type CartState,
  collectCart,
  computeTotals,
  saveAddress,
  withShippingMethod,
} from "../../cart/published.js";
import type { TotalsInformation } from "./information.types.js";
import { methodName } from "./save-shipping.js";

/**
 * Stores an address of a locked cart and returns the totals with a shipping method, which is not stored. With an unknown
 * method, shipping costs are zero.
 */
export async function calculateTotals(
  ctx: Context,
  cart: CartState,
  { given, dependencies }: { readonly given: TotalsInformation; readonly dependencies: CartDependencies },
) {
  const type = cart.is_virtual ? "billing" : "shipping";
  const addressed = await saveAddress(ctx, cart, { type, address: given.address, mode: "merge" });
  const collected = await collectCart(ctx, addressed, dependencies);
  const { shipping_carrier_code: carrier, shipping_method_code: method } = given;
  if (!carrier || !method || cart.is_virtual) return collected;
  const wanted = methodName(carrier, method);
  if (addressOf(collected.cart, "shipping")?.shipping_method === wanted) return collected;
  return computeTotals(ctx, withShippingMethod(collected.cart, wanted), dependencies);
}
