import type { GuessKeys, RateLimits } from "../../../api/auth/limits/rate-limits.js";
import { UserType } from "../../../api/auth/actor.js";
import { networkOf } from "../../../api/auth/sign-in/network-of.js";
import type { Context } from "../../../api/call/context.js";
import type { CartDependencies } from "../cart-dependencies.js";
import type { CartState } from "../state/cart-state.rows.js";
import { actsForOthers } from "../ownership/whose-cart.js";

/** Dependencies of cart operations with rate limits. */
export interface LimitedCartDependencies extends CartDependencies {
  readonly limits: RateLimits;
}

/**
 * Returns functions that check and count the rejected codes of a shopper: by cart (if there is one), a customer's by
 * account, and a guest's by the network of the address, where more are allowed because shoppers share addresses. Codes of
 * administrators and integrations are not counted. Queued operations of guests have no address and share one count.
 */
export function createAttemptLimiter(
  { actor, address }: Context,
  cart: Pick<CartState, "id"> | undefined,
  guesses: RateLimits["couponGuesses" | "giftCardGuesses"],
) {
  const keys = keysOf({ actor, address }, cart);
  return { check: () => guesses.check(keys), count: () => guesses.count(keys) };
}

function keysOf(
  { actor, address }: Pick<Context, "actor" | "address">,
  cart: Pick<CartState, "id"> | undefined,
): GuessKeys {
  if (actsForOthers(actor)) return { own: [], address: [] };
  const ofCart = cart === undefined ? [] : [`cart ${cart.id}`];
  if (actor.type === UserType.customer) return { own: [...ofCart, `customer ${actor.id}`], address: [] };
  return { own: ofCart, address: [`address ${networkOf(address)}`] };
}
