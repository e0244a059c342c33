import type { Context } from "../../../api/call/context.js";
import { toJson } from "../../../platform/db/models.js";
import type { CartDependencies } from "../cart-dependencies.js";
import { readFacts } from "../facts/read-facts.js";
import type { CartState } from "./cart-state.rows.js";
import { changedLines } from "./collect-cart.js";
import {
  cartColumns,
  type CollectedCart,
  computeCart,
  isInRange,
  storedFactsVersion,
  storedTotals,
} from "./compute-cart.js";
import { saveReadTotals } from "./save-cart.sql.js";
import { isBasisOf } from "./totals-basis.js";

/** Computes the totals of a cart without storing anything. */
export async function computeTotals(
  ctx: Context,
  cart: CartState,
  dependencies: CartDependencies,
): Promise<CollectedCart> {
  return computeCart(cart, await readFacts({ ctx, cart, dependencies }));
}

/**
 * Returns a cart, as it was just read, with the current names and prices of its products, which no coupon or balance changes,
 * and with the totals they belong to.
 */
export async function ensureTotals(ctx: Context, cart: CartState, dependencies: CartDependencies): Promise<CartState> {
  if (cart.items.length === 0 || !cart.is_active || holdsTotals(cart, dependencies)) return cart;
  const { cart: collected, totals } = await collectAtRead(ctx, cart, dependencies);
  return { ...collected, totals: toJson(totals) };
}

/** Returns a cart, as it was just read, with its current totals: the stored ones if nothing that they depend on has changed. */
export async function withTotals(
  ctx: Context,
  cart: CartState,
  dependencies: CartDependencies,
): Promise<CollectedCart> {
  const stored = storedTotals(cart);
  const isCurrent = holdsTotals(cart, dependencies) && !dependsOnMore(cart);
  return stored && isCurrent ? { cart, totals: stored } : collectAtRead(ctx, cart, dependencies);
}

/** Returns the totals of a cart in the same way. */
export const readTotals = async (ctx: Context, cart: CartState, dependencies: CartDependencies) =>
  (await withTotals(ctx, cart, dependencies)).totals;

/** Whether a cart, as it was just read, has stored totals, and nothing of their basis has changed. */
const holdsTotals = (cart: CartState, { config }: CartDependencies): boolean =>
  isBasisOf(storedTotals(cart)?.basis, cart, config.PORTICO_PRICE_SCOPE);

/** Whether totals depend on what a basis does not tell: the billing address, the uses of a coupon, and balances that pay. */
export const dependsOnMore = (cart: CartState): boolean =>
  cart.is_virtual ||
  cart.coupon_code !== null ||
  cart.use_store_credit ||
  cart.use_reward_points ||
  cart.gift_card_ids.length > 0;

/** Computes the totals of a cart, and stores them if a read may, so that the next one has nothing to compute. */
async function collectAtRead(ctx: Context, before: CartState, dependencies: CartDependencies): Promise<CollectedCart> {
  const collected = await computeTotals(ctx, before, dependencies);
  const { cart, totals } = collected;
  if (mayStore(before, collected)) {
    const columns = { ...cartColumns(cart, totals), totals };
    const lines = changedLines(before.items, cart.items);
    await saveReadTotals(ctx.db, before, { columns, lines, shippingDescription: totals.shipping.description ?? null });
  }
  return collected;
}

/**
 * Whether a read may store totals. Two things are left to the next write that collects them: removing lines of products that are
 * not sold at the moment, and changing the currency after a change of settings.
 */
const mayStore = (before: CartState, { cart, totals }: CollectedCart): boolean =>
  before.is_active &&
  !dependsOnMore(before) &&
  storedFactsVersion(before) === before.facts_version &&
  cart.items.length === before.items.length &&
  isInRange(totals);
