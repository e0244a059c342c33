import type { Context } from "../../api/call/context.js";
import { actsForOthers, cartNotFound, type CartState, checkOwner, lockCart, readCart } from "../cart/published.js";

/** Locks an active or ordered cart for a change by the caller and returns it. */
export async function openAnyCart({ db, actor }: Context, cartId: number): Promise<CartState> {
  const cart = await lockCart(db, cartId);
  if (!cart) throw cartNotFound(cartId);
  checkOwner(actor, cart);
  return cart;
}

/** Reads an active or ordered cart that the caller may see. */
export async function readAnyCart({ db, actor }: Context, cartId: number): Promise<CartState> {
  const cart = await readCart(db, cartId);
  if (!cart) throw cartNotFound(cartId);
  if (!actsForOthers(actor) && cart.customer_id !== null && cart.customer_id !== actor.id) throw cartNotFound(null);
  return cart;
}
