import type { Context } from "../../../api/call/context.js";
import { invalid, notFound } from "../../../api/call/errors.js";
import {
  addressOf,
  type CartDependencies,
  type CartState,
  collectCart,
  writeShippingMethod,
} from "../../cart/published.js";
import { hasWrappingFields } from "../../gift-wrapping/published.js";
import type { GiftMessage } from "../gift-messages/gift-messages.types.js";
import { setGiftMessage } from "../gift-messages/save-gift-message.js";
import { choosePayment } from "../payment/choose-payment.js";
import type { CartPayment } from "../payment/payment.types.js";
import { addressMissing } from "../shipping/estimates.js";
import { emptyCart, methodName } from "./save-shipping.js";

/** Data to save before the totals of a cart are returned. */
export interface CollectRequest {
  readonly payment: CartPayment;
  readonly carrier: string | null | undefined;
  readonly method: string | null | undefined;
  readonly giftMessages: readonly GiftMessage[];
  readonly dependencies: CartDependencies;
}

/** Saves the shipping method, the payment method and the gift messages of a locked cart, and collects its totals. */
export async function saveAndCollect(ctx: Context, cart: CartState, request: CollectRequest) {
  const { payment, carrier, method, giftMessages, dependencies } = request;
  const shipped = carrier && method ? await shipBy(ctx, cart, methodName(carrier, method)) : cart;
  const collected = await choosePayment(ctx, shipped, { payment, dependencies });
  let result: CartState = collected.cart;
  for (const given of giftMessages) result = await setGiftMessage(ctx, result, { itemId: itemIdOf(given), given });
  if (!giftMessages.some((given) => hasWrappingFields(given.extension_attributes)))
    return { ...collected, cart: result };
  return { ...collected, ...(await collectCart(ctx, result, dependencies)) };
}

async function shipBy({ db }: Context, cart: CartState, method: string): Promise<CartState> {
  if (cart.items.length === 0) throw emptyCart();
  if (cart.is_virtual) {
    throw notFound("The Cart includes virtual product(s) only, so a shipping address is not used.");
  }
  if (!addressOf(cart, "shipping")?.country_id) throw addressMissing();
  return writeShippingMethod(db, cart, method);
}

/** Returns the line that a gift message is for; null for the cart. */
function itemIdOf({ extension_attributes: named }: GiftMessage): number | null {
  const type = named?.entity_type ?? "";
  if (type === "quote" || type === "") return null;
  if (type !== "quote_item") throw invalid("entity_type", type);
  return Number(named?.entity_id);
}
