import type { Context } from "../../../api/call/context.js";
import { inputError, missing, notFound } from "../../../api/call/errors.js";
import {
  type CartState,
  collectCart,
  type LimitedCartDependencies,
  openCart,
  quoteIdFor,
  readOpenCart,
  readTotals,
} from "../../cart/published.js";
import { createAttemptLimiter } from "../../cart/published.processes.js";
import { type Amount, asAmount, asRatio } from "../../../platform/money/amount.js";
import { multiply, sum } from "../../../platform/money/arithmetic.js";
import { currencyDigits, round } from "../../../platform/money/rounding.js";
import { readSettings, type Settings } from "../../store/published.js";
import { balancePaths, todayOf, usableCards } from "../cart-balances.js";
import type { CartGiftCards } from "./cart-cards.types.js";
import { isUsable, codeKey, readCardsByCode, readCardsById, type StoredCard } from "./gift-cards.rows.js";

/** Gift card codes for a cart. */
interface GivenCodes {
  readonly cartId: number;
  readonly codes: readonly string[];
}

/**
 * Adds gift cards to a cart, all of them or none. A card that the cart already has changes nothing. Throws 404 for a cart
 * without lines, 400 for a code that is unusable for any reason, and 429 after too many failed attempts.
 */
export async function applyCards(
  ctx: Context,
  { cartId, codes }: GivenCodes,
  dependencies: LimitedCartDependencies,
): Promise<void> {
  const keys = [...new Set(codes.map(codeKey))];
  if (keys.length === 0) throw missing(["gift_cards"]);
  const [cart, found, settings] = await Promise.all([
    openNonEmptyCart(ctx, cartId),
    readCardsByCode(ctx.db, keys),
    readSettings(ctx.db, balancePaths),
  ]);
  const guesses = createAttemptLimiter(ctx, cart, dependencies.limits.giftCardGuesses);
  await guesses.check();
  const cards = filterUsable(cart, found, settings);
  if (cards.length < keys.length) {
    await guesses.count();
    throw inputError("The gift card code couldn't be added. Verify your information and try again.");
  }
  const gift_card_ids = [...new Set([...cart.gift_card_ids, ...cards.map(({ id }) => id)])];
  await collectCart(ctx, { ...cart, gift_card_ids }, dependencies);
}

/** Removes a gift card from a cart. Throws 400 if the cart does not have it. */
export async function removeCard(
  ctx: Context,
  { cartId, codes }: GivenCodes,
  dependencies: LimitedCartDependencies,
): Promise<void> {
  const cart = await openCart(ctx, cartId);
  const [card] = await readCardsByCode(ctx.db, codes);
  if (!card || !cart.gift_card_ids.includes(card.id)) {
    throw inputError("The gift card couldn't be deleted from the quote.");
  }
  const gift_card_ids = cart.gift_card_ids.filter((id) => id !== card.id);
  await collectCart(ctx, { ...cart, gift_card_ids }, dependencies);
}

/** Returns the balance of a gift card that a cart can use. Throws 404 for any other code, and 429 after too many of them. */
export async function checkCard(
  ctx: Context,
  { cartId, codes }: GivenCodes,
  dependencies: LimitedCartDependencies,
): Promise<Amount> {
  const [cart, found, settings] = await Promise.all([
    readOpenCart(ctx, cartId),
    readCardsByCode(ctx.db, codes),
    readSettings(ctx.db, balancePaths),
  ]);
  const guesses = createAttemptLimiter(ctx, cart, dependencies.limits.giftCardGuesses);
  await guesses.check();
  const [card] = filterUsable(cart, found, settings);
  if (!card) {
    await guesses.count();
    throw notFound("Gift card not found");
  }
  return inCurrency(cart, asAmount(card.balance));
}

/** Returns the usable gift cards of a cart, with the sum of their balances and the amount that the cart uses. */
export async function readCartCards(
  ctx: Context,
  cartId: number,
  dependencies: LimitedCartDependencies,
): Promise<CartGiftCards> {
  const cart = await readOpenCart(ctx, cartId);
  const [stored, settings, totals] = await Promise.all([
    readCardsById(ctx.db, cart.gift_card_ids),
    readSettings(ctx.db, balancePaths),
    readTotals(ctx, cart, dependencies),
  ]);
  const cards = usableCards(stored, { websiteId: cart.store.website_id, today: todayOf(settings, cart) });
  const balance = sum(cards.map((card) => card.balance));
  const used = totals.commerce?.giftCardsAmount;
  return {
    gift_cards: cards.map(({ code }) => code),
    gift_cards_amount: inCurrency(cart, balance),
    base_gift_cards_amount: balance,
    gift_cards_amount_used: used?.quote ?? "0",
    base_gift_cards_amount_used: used?.base ?? "0",
  };
}

/** Locks a cart that has lines. Throws 404 for an empty one. */
export async function openNonEmptyCart(ctx: Context, cartId: number): Promise<CartState> {
  const cart = await openCart(ctx, cartId);
  if (cart.items.length === 0) throw notFound(`The "%1" Cart doesn't contain products.`, [quoteIdFor(ctx, cart)]);
  return cart;
}

function filterUsable(cart: CartState, cards: readonly StoredCard[], settings: Settings): StoredCard[] {
  const at = { websiteId: cart.store.website_id, today: todayOf(settings, cart) };
  return cards.filter((card) => isUsable(card, at));
}

function inCurrency(cart: CartState, amount: Amount): Amount {
  const converted = multiply(amount, asRatio(cart.base_to_quote_rate));
  return round(converted, currencyDigits(cart.quote_currency_code));
}
