import type { RateLimits } from "../auth/limits/rate-limits.js";
import { UserType } from "../auth/actor.js";
import type { Context } from "../call/context.js";
import type { CartDependencies } from "./carriers.js";
import type { CartState } from "./cart-state.rows.js";
import { actsForOthers } from "./whose-cart.js";

/** The collaborators of operations on carts that count against limits. */
export interface LimitedCartDependencies extends CartDependencies {
  readonly limits: RateLimits;
}

/**
 * Counts the codes of a shopper that were refused, for the cart if there is one, the customer and the address. Nobody counts those of
 * administrators and integrations. Queued operations of guests have no address, and count as one.
 */
export function guessesOf(
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
