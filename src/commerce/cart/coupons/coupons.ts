import type { Context } from "../../../api/call/context.js";
import { inputError, notFound, WebapiError } from "../../../api/call/errors.js";
import type { CartDependencies } from "../cart-dependencies.js";
import { quoteIdFor } from "../items/cart-item.js";
import type { CartState } from "../state/cart-state.rows.js";
import { createAttemptLimiter, type LimitedCartDependencies } from "./code-guesses.js";
import { collectCart } from "../state/collect-cart.js";
import { openCart } from "../ownership/open-cart.js";
import { couponNotValid } from "../../promotion/published.js";

/** A coupon code for a cart. */
export interface GivenCoupon {
  readonly cartId: number;
  readonly code: string;
}

/**
 * Applies a coupon to a cart. Throws 404 for a cart without lines and for a code that does not apply; the transaction is
 * then rolled back, so the cart keeps its previous coupon. Throws 429 after too many codes that did not apply.
 */
export async function applyCoupon(
  ctx: Context,
  { cartId, code }: GivenCoupon,
  dependencies: LimitedCartDependencies,
): Promise<void> {
  const cart = await openNonEmptyCart(ctx, cartId, notApplied);
  const guesses = createAttemptLimiter(ctx, cart, dependencies.limits.couponGuesses);
  await guesses.check();
  if (cart.store_id === 0) throw notFound("Cart isn't assigned to correct store");
  const { totals } = await collectCart(ctx, { ...cart, coupon_code: code }, dependencies).catch((error: unknown) => {
    throw notApplied(error);
  });
  if (totals.coupon?.status !== "applied") {
    await guesses.count();
    throw couponNotValid();
  }
}

/** Removes the coupon from a cart. Throws 404 for a cart without lines. */
export async function removeCoupon(ctx: Context, cartId: number, dependencies: CartDependencies): Promise<void> {
  const cart = await openNonEmptyCart(ctx, cartId, notRemoved);
  await collectCart(ctx, { ...cart, coupon_code: null }, dependencies).catch((error: unknown) => {
    throw notRemoved(error);
  });
}

/** Locks a cart that has lines. Errors other than 404 get the message of the operation, as in Magento. */
async function openNonEmptyCart(
  ctx: Context,
  cartId: number,
  toError: (error: unknown) => unknown,
): Promise<CartState> {
  const cart = await openCart(ctx, cartId).catch((error: unknown) => {
    throw error instanceof WebapiError && error.code === "NO_SUCH_ENTITY" ? error : toError(error);
  });
  if (cart.items.length === 0) throw notFound(`The "%1" Cart doesn't contain products.`, [quoteIdFor(ctx, cart)]);
  return cart;
}

const notApplied = (error: unknown): unknown =>
  error instanceof WebapiError ? inputError(`The coupon code couldn't be applied: ${error.message}`) : error;

const notRemoved = (error: unknown): unknown =>
  error instanceof WebapiError
    ? inputError("The coupon code couldn't be deleted. Verify the coupon code and try again.")
    : error;
