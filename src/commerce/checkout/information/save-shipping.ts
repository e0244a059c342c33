import type { Context } from "../../../api/call/context.js";
import { inputError, notFound, WebapiError } from "../../../api/call/errors.js";
import {
  type CartDependencies,
  type CartState,
  collectCart,
  mergeAddresses,
  writeShippingMethod,
} from "../../cart/published.js";
import { unknownPickupLocation } from "../../inventory/published.pickup.js";
import { addressMissing } from "../shipping/estimates.js";
import type { ShippingInformation } from "./information.types.js";

/** Saves the addresses and the shipping method of a locked cart, and collects its totals. */
export async function saveShipping(
  ctx: Context,
  cart: CartState,
  { given, dependencies }: { readonly given: ShippingInformation; readonly dependencies: CartDependencies },
) {
  if (cart.items.length === 0) throw emptyCart();
  if (!given.shipping_address?.country_id) throw addressMissing();
  const { shipping_carrier_code: carrier, shipping_method_code: method } = given;
  const addressed = await saveAddresses(ctx, cart, given);
  if (cart.is_virtual) return collectCart(ctx, addressed, dependencies);
  const chosen = await writeShippingMethod(ctx.db, addressed, methodName(carrier, method));
  const collected = await collectCart(ctx, chosen, dependencies);
  if (collected.totals.shipping.rate) return collected;
  if (!method) throw notFound("The shipping method is missing. Select the shipping method and try again.");
  throw notFound("Carrier with such method not found: %1, %2", [carrier ?? "", method]);
}

/** Returns a method as carts store it: `carrier_method`. */
export const methodName = (carrier: string | null | undefined, method: string | null | undefined): string =>
  `${carrier ?? ""}_${method ?? ""}`;

/** 400 for setting the shipping method of a cart without lines. */
export const emptyCart = () =>
  inputError("The shipping method can't be set for an empty cart. Add an item to cart and try again.");

async function saveAddresses(ctx: Context, cart: CartState, given: ShippingInformation): Promise<CartState> {
  const { billing_address: billing, shipping_address: shipping } = given;
  try {
    const shipped = shipping && !cart.is_virtual ? shipping : undefined;
    return await mergeAddresses(ctx, cart, [
      ...(billing ? [{ type: "billing", address: billing } as const] : []),
      ...(shipped
        ? [{ type: "shipping", address: { ...shipped, same_as_billing: shipped.same_as_billing ?? 0 } } as const]
        : []),
    ]);
  } catch (error) {
    if (!(error instanceof WebapiError) || error.template === unknownPickupLocation) throw error;
    const { message } = error;
    throw inputError('The shipping information was unable to be saved. Error: "%message"', { message }, error);
  }
}
