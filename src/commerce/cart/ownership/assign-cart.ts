import type { Context } from "../../../api/call/context.js";
import { inputError } from "../../../api/call/errors.js";
import { AccountSettings } from "../../customer/published.js";
import { readRankedViews } from "../../store/published.js";
import { listActiveCarts, lockActiveCart } from "./active-carts.js";
import { readCartCurrencies } from "../state/cart-currencies.js";
import { cartNotFound } from "../cart-errors.js";
import { type Owner, readOwnerColumns, readOwner } from "./cart-owner.js";
import type { CartDependencies } from "../cart-dependencies.js";
import { lockCarts, readCart } from "../state/cart-state.rows.js";
import { collectCart } from "../state/collect-cart.js";
import { updateCart } from "../carts.rows.js";
import { mergeCart } from "./merge-carts.js";
import { cartIdFor } from "./whose-cart.js";

/** A cart to assign to a customer in a store view. */
export interface Assignment {
  readonly cartId: number;
  readonly customerId: number;
  readonly storeId: number;
}

/**
 * Assigns a cart without an owner to a customer. The lines and the coupon of the customer's active cart move to it, and that
 * cart is closed. Throws 404 for an unknown cart or customer, and 400 for a cart with an owner or a store view in which the
 * customer may not buy.
 */
export async function assignCart(
  ctx: Context,
  { cartId, customerId, storeId }: Assignment,
  dependencies: CartDependencies,
): Promise<void> {
  const { db } = ctx;
  await lockActiveCart(db, customerId);
  const views = await readRankedViews(db);
  const view = views.find(({ id }) => id === storeId);
  const active = view ? await listActiveCarts(db, [customerId], { websiteId: view.website_id }) : [];
  const locked = await lockCarts(db, [cartId, ...active.map(({ id }) => id)]);
  const cart = locked.get(cartId);
  if (!cart?.is_active) throw cartNotFound(cart ? cartIdFor(ctx.actor, cart) : cartId);
  const owner = await readOwner(db, customerId);
  if (!view || !(await isStoreOf(db, owner, view.website_id))) throw otherStore();
  if (cart.customer_id !== null) throw notAnonymous();
  const store = { storeId: view.id, websiteId: view.website_id };
  const coupons: string[] = [];
  for (const { id } of active) {
    const from = locked.get(id);
    if (!from?.is_active) continue;
    if (from.coupon_code !== null) coupons.push(from.coupon_code);
    await mergeCart(db, { from, into: cartId });
  }
  await updateCart(db, cartId, {
    ...(await readOwnerColumns(db, owner)),
    ...(await readCartCurrencies(db, store)),
    ...(coupons[0] === undefined ? {} : { coupon_code: coupons[0] }),
    store_id: view.id,
    mask: null,
  });
  const merged = await readCart(db, cartId);
  if (merged) await collectCart(ctx, merged, dependencies);
}

/** Whether a customer may buy in the store views of a website. */
async function isStoreOf(db: Context["db"], { website_id }: Owner, websiteId: number): Promise<boolean> {
  return website_id === websiteId || (await AccountSettings.read(db)).isShared;
}

const otherStore = () =>
  inputError("The customer can't be assigned to the cart. The cart belongs to a different store.");

const notAnonymous = () => inputError("The customer can't be assigned to the cart because the cart isn't anonymous.");
