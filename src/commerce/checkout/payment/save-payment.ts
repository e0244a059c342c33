import type { Context } from "../../../api/call/context.js";
import { inputError } from "../../../api/call/errors.js";
import type { CartAddress } from "../../cart/addresses/addresses.types.js";
import { type CartDependencies, type CartState, markSameAsBilling, saveAddress } from "../../cart/published.js";
import { readSettings } from "../../store/published.js";
import { choosePayment } from "./choose-payment.js";
import type { CartPayment } from "./payment.types.js";

const guestCheckout = "checkout/options/guest_checkout";

/** The payment of a cart and its billing address. */
export interface PaymentInformation {
  readonly payment: CartPayment;
  readonly billingAddress: CartAddress | null | undefined;
  /** Email address of a guest. */
  readonly email?: string;
  readonly dependencies: CartDependencies;
}

/** Saves the billing address and the payment of a locked cart, and collects its totals. */
export const savePayment = async (ctx: Context, cart: CartState, information: PaymentInformation) =>
  choosePayment(ctx, await saveBilling(ctx, cart, information), information);

/** Does the same for a guest. Throws 400 if guest checkout is disabled. */
export const saveGuestPayment = async (ctx: Context, cart: CartState, information: PaymentInformation) =>
  choosePayment(ctx, await saveGuestBilling(ctx, cart, information), information);

/** Saves the billing address of a guest's cart. Throws 400 if guest checkout is disabled or the cart is empty. */
export async function saveGuestBilling(ctx: Context, cart: CartState, billing: Billing): Promise<CartState> {
  await checkGuestCheckout(ctx, cart);
  if (Number(cart.items_qty) === 0) throw inputError("Some of the products are disabled.");
  return saveBilling(ctx, cart, billing);
}

/** Throws 400 if guest checkout is disabled. */
export async function checkGuestCheckout({ db }: Context, cart: CartState): Promise<void> {
  const scope = { storeId: cart.store_id, websiteId: cart.store.website_id };
  if ((await readSettings(db, [guestCheckout])).isOn(guestCheckout, scope)) return;
  throw inputError("Sorry, guest checkout is not available.");
}

/** The billing address of a payment, and the email address of a guest. */
type Billing = Pick<PaymentInformation, "email" | "billingAddress">;

/** Saves the billing address of a cart, if one is given, and returns the changed cart. */
export async function saveBilling(
  ctx: Context,
  cart: CartState,
  { email, billingAddress }: Billing,
): Promise<CartState> {
  const own = email === undefined ? {} : { email };
  if (billingAddress) {
    const address = { ...billingAddress, ...own };
    return markSameAsBilling(ctx, await saveAddress(ctx, cart, { type: "billing", address, mode: "replace" }));
  }
  return email === undefined ? cart : saveAddress(ctx, cart, { type: "billing", address: own, mode: "merge" });
}
