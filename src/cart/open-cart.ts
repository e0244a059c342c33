import type { Context } from "../call/context.js";
import { currenciesIn } from "./cart-currencies.js";
import { cartNotFound } from "./cart-errors.js";
import { type CartState, readCart } from "./cart-state.rows.js";
import { lockCart } from "./cart-state.sql.js";
import { updateCart } from "./carts.rows.js";
import { actsForOthers, checkOwner } from "./whose-cart.js";

/**
 * Locks an active cart for a change by the caller and returns it. Throws 404 where there is none, and 400 where it belongs to
 * somebody else. A store code in the path moves the cart to the store view.
 */
export async function openCart(ctx: Context, cartId: number): Promise<CartState> {
  const cart = await lockCart(ctx.db, cartId);
  if (!cart?.is_active) throw cartNotFound(cartId);
  checkOwner(ctx.actor, cart);
  const moved = await inStoreOf(ctx, cart);
  if (moved !== cart) {
    const { store_id, global_currency_code, base_currency_code, store_currency_code, quote_currency_code } = moved;
    const { base_to_global_rate, base_to_quote_rate } = moved;
    const codes = { global_currency_code, base_currency_code, store_currency_code, quote_currency_code };
    await updateCart(ctx.db, cart.id, { store_id, ...codes, base_to_global_rate, base_to_quote_rate });
  }
  return moved;
}

/** Reads an active cart that the caller may see. Throws 404 where there is none. */
export async function readOpenCart(ctx: Context, cartId: number): Promise<CartState> {
  const cart = await readAnyCart(ctx, cartId);
  if (!cart.is_active) throw cartNotFound(cartId);
  return cart;
}

/**
 * Reads a cart that the caller may see, closed or not. A mask shows no cart that has an owner to anybody but the owner:
 * Magento shows it, which lets whoever holds an old mask read the address of a customer.
 */
export async function readAnyCart(ctx: Context, cartId: number): Promise<CartState> {
  const { db, actor } = ctx;
  const cart = await readCart(db, cartId);
  if (!cart) throw cartNotFound(cartId);
  if (!actsForOthers(actor) && cart.customer_id !== null && cart.customer_id !== actor.id) throw cartNotFound(null);
  return inStoreOf(ctx, cart);
}

/** Returns a cart in the store view whose code the path has. Its totals are unknown there until they are collected. */
async function inStoreOf({ db, scope }: Context, cart: CartState): Promise<CartState> {
  if (scope.given !== "code" || scope.storeId === cart.store_id) return cart;
  const store = { code: scope.code, website_id: scope.websiteId };
  return { ...cart, ...(await currenciesIn(db, scope)), store_id: scope.storeId, store, totals: null };
}
