import type { Context } from "../../../api/call/context.js";
import { readCartCurrencies } from "../state/cart-currencies.js";
import { cartNotFound } from "../cart-errors.js";
import { storedFactsVersion } from "../state/compute-cart.js";
import { type CartState, lockCart, readCart } from "../state/cart-state.rows.js";
import { updateCart } from "../carts.rows.js";
import { actsForOthers, cartIdFor, checkOwner } from "./whose-cart.js";

/**
 * Locks an active cart for a change by the caller and returns it. Throws 404 if there is none, and 400 if it belongs to
 * somebody else. A store code in the path moves the cart to that store view, and a cart whose settings have changed gets the
 * current display currency, as in Magento.
 */
export async function openCart(ctx: Context, cartId: number): Promise<CartState> {
  const cart = await lockCart(ctx.db, cartId);
  if (!cart?.is_active) throw cartNotFound(cart ? cartIdFor(ctx.actor, cart) : cartId);
  checkOwner(ctx.actor, cart);
  const moved = await inCurrentCurrency(ctx, await inStoreOf(ctx, cart));
  if (moved !== cart) {
    const { store_id, global_currency_code, base_currency_code, store_currency_code, quote_currency_code } = moved;
    const { base_to_global_rate, base_to_quote_rate } = moved;
    const codes = { global_currency_code, base_currency_code, store_currency_code, quote_currency_code };
    await updateCart(ctx.db, cart.id, { store_id, ...codes, base_to_global_rate, base_to_quote_rate });
  }
  return moved;
}

/** Reads an active cart that the caller may see. Throws 404 if there is none. */
export async function readOpenCart(ctx: Context, cartId: number): Promise<CartState> {
  const cart = await readAnyCart(ctx, cartId);
  if (!cart.is_active) throw cartNotFound(cartIdFor(ctx.actor, cart));
  return cart;
}

/**
 * Reads an active or closed cart that the caller may see. A mask gives nobody but the owner access to a cart with an owner.
 * In Magento it does, so anyone with an old mask can read the address of a customer.
 */
export async function readAnyCart(ctx: Context, cartId: number): Promise<CartState> {
  const { db, actor } = ctx;
  const cart = await readCart(db, cartId);
  if (!cart) throw cartNotFound(cartId);
  if (!actsForOthers(actor) && cart.customer_id !== null && cart.customer_id !== actor.id) throw cartNotFound(null);
  return inStoreOf(ctx, cart);
}

/** Returns a cart in the store view whose code is in the path. A moved cart has no totals until they are collected. */
async function inStoreOf({ db, scope }: Context, cart: CartState): Promise<CartState> {
  if (scope.given !== "code" || scope.storeId === cart.store_id) return cart;
  const store = { code: scope.code, website_id: scope.websiteId };
  const moved = { store_id: scope.storeId, store, totals: null, row_version: undefined };
  return { ...cart, ...(await readCartCurrencies(db, scope)), ...moved };
}

/** Returns a cart in the display currency of its store view, which is read only if a fact has changed since its totals. */
async function inCurrentCurrency({ db }: Context, cart: CartState): Promise<CartState> {
  const version = storedFactsVersion(cart);
  if (version === undefined || version === cart.facts_version) return cart;
  const currencies = await readCartCurrencies(db, { storeId: cart.store_id, websiteId: cart.store.website_id });
  const isSame =
    currencies.quote_currency_code === cart.quote_currency_code &&
    Number(currencies.base_to_quote_rate) === Number(cart.base_to_quote_rate);
  return isSame ? cart : { ...cart, ...currencies, totals: null };
}
