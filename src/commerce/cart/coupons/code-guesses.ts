import type { RateLimits } from "../../../api/auth/limits/rate-limits.js";
import { UserType } from "../../../api/auth/actor.js";
import type { Context } from "../../../api/call/context.js";
import type { CartDependencies } from "../cart-dependencies.js";
import type { CartState } from "../state/cart-state.rows.js";
import { actsForOthers } from "../ownership/whose-cart.js";

/** Dependencies of cart operations with rate limits. */
export interface LimitedCartDependencies extends CartDependencies {
  readonly limits: RateLimits;
}

/**
 * Returns functions that check and count the rejected codes of a shopper per cart (if there is one), customer and IP
 * address. Codes of administrators and integrations are not counted. Queued operations of guests have no address and share
 * one count.
 */
export function createAttemptLimiter(
  { actor, address = "" }: Context,
  cart: Pick<CartState, "id"> | undefined,
  guesses: RateLimits["couponGuesses" | "giftCardGuesses"],
) {
  const shopper = actor.type === UserType.customer ? `customer ${actor.id}` : `address ${address}`;
  const from = address === "" ? [] : [`address ${address}`];
  const own = cart === undefined ? [] : [`cart ${cart.id}`];
  const keys = actsForOthers(actor) ? [] : [...new Set([...own, shopper, ...from])];
  return { check: () => guesses.check(keys), count: () => guesses.count(keys) };
}
