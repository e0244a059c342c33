import type { Context } from "../../../api/call/context.js";
import { inputError } from "../../../api/call/errors.js";
import {
  addressOf,
  type CartDependencies,
  type CartState,
  collectWithoutSaving,
  paymentColumns,
  type PicturedCart,
  saveCollectedCart,
} from "../../cart/published.js";
import { addressMissing } from "../shipping/estimates.js";
import { methodsFor, readPaymentSettings } from "./available.js";
import type { CartPayment } from "./payment.types.js";

interface Choice {
  readonly payment: CartPayment;
  readonly dependencies: CartDependencies;
}

/** A cart with its totals and its payment, and the columns of the payment. */
interface PaidCart extends PicturedCart {
  readonly columns: ReturnType<typeof paymentColumns>;
}

/**
 * Sets the payment method of a locked cart and collects its totals, which can depend on it. Throws 400 for a cart without a
 * shipping country, and for a method that is not available for the cart.
 */
export async function choosePayment(ctx: Context, cart: CartState, choice: Choice) {
  requireAddress(cart);
  const paid = await payCart(ctx, cart, choice);
  await saveCollectedCart(ctx, cart, paid);
  return { totals: paid.totals, cart: { ...paid.cart, payment_id: paid.columns.payment_id } };
}

function requireAddress(cart: CartState): void {
  if (!cart.is_virtual && !addressOf(cart, "shipping")?.country_id) throw addressMissing();
}

/**
 * Does the same without storing anything. An order stores the result when it closes the cart. As in Magento, an empty cart
 * lacks a method before it lacks an address.
 */
export async function payCart(ctx: Context, cart: CartState, { payment, dependencies }: Choice): Promise<PaidCart> {
  const code = payment.method ?? "";
  if (cart.items.length > 0) requireAddress(cart);
  if (code === "") throw inputError("The payment method you requested is not available.");
  const [collected, settings] = await Promise.all([
    collectWithoutSaving(ctx, { ...cart, payment_method: code }, dependencies),
    readPaymentSettings(ctx.db),
  ]);
  const available = methodsFor(collected.cart, collected.totals.base.grandTotal, settings);
  const found = available.find(({ method }) => method.code === code);
  if (!found) throw inputError("The requested Payment Method is not available.");
  const columns = paymentColumns(collected.cart, {
    payment_method: code,
    po_number: found.method.keepsPoNumber ? (payment.po_number ?? null) : null,
    additional_data: (payment.additional_data ?? []) as CartState["additional_data"],
  });
  return { ...collected, cart: { ...collected.cart, ...columns }, columns };
}
