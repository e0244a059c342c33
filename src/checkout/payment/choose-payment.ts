import type { Context } from "../../call/context.js";
import { inputError } from "../../call/errors.js";
import { addressOf, type CartDependencies, type CartState, collectCart, writePayment } from "../../cart/published.js";
import { addressMissing } from "../shipping/estimates.js";
import { methodsFor, readPaymentSettings } from "./available.js";
import type { CartPayment } from "./payment.types.js";

/**
 * Chooses how a locked cart is paid, and collects its totals, which can depend on it. Throws 400 for a cart that is not known
 * where to ship to, and for a method that the cart cannot be paid with.
 */
export async function choosePayment(
  ctx: Context,
  cart: CartState,
  { payment, dependencies }: { readonly payment: CartPayment; readonly dependencies: CartDependencies },
) {
  const code = payment.method ?? "";
  if (!cart.is_virtual && !addressOf(cart, "shipping")?.country_id) throw addressMissing();
  if (code === "") throw inputError("The payment method you requested is not available.");
  const [collected, settings] = await Promise.all([
    collectCart(ctx, { ...cart, payment_method: code }, dependencies),
    readPaymentSettings(ctx.db),
  ]);
  const available = methodsFor(collected.cart, collected.totals.base.grandTotal, settings);
  const found = available.find(({ method }) => method.code === code);
  if (!found) throw inputError("The requested Payment Method is not available.");
  const paid = await writePayment(ctx.db, collected.cart, {
    payment_method: code,
    po_number: found.method.keepsPoNumber ? (payment.po_number ?? null) : null,
    additional_data: payment.additional_data ?? [],
  });
  return { ...collected, cart: paid, method: found };
}
