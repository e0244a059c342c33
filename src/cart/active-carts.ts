import type { StoreScope } from "../call/context.js";
import type { Db } from "../db/database.js";
import { lockName } from "../db/lock.js";
import { AccountSettings } from "../customer/published.js";
import { type ActiveCart, readActiveCarts } from "./carts.rows.js";

type Website = Pick<StoreScope, "websiteId">;

/**
 * Locks the right to be the active cart of a customer until the transaction ends, so that concurrent calls create or assign
 * one cart and not two. Comes before the lock of a cart.
 */
export const lockOwner = (db: Db, customerId: number): Promise<void> => lockName(db, "active cart", String(customerId));

/** Returns the active carts of customers of a website, the newest first; of any website if websites share accounts. */
export async function activeCartsOf(db: Db, customerIds: readonly number[], website: Website): Promise<ActiveCart[]> {
  return ofWebsite(db, await readActiveCarts(db, customerIds), website);
}

/** Returns those carts that a call for a website may use; website 0 is all. The website's own come first. */
export async function ofWebsite(db: Db, carts: readonly ActiveCart[], { websiteId }: Website): Promise<ActiveCart[]> {
  const isOwn = ({ website_id }: ActiveCart) => website_id === websiteId || websiteId === 0;
  const own = carts.filter(isOwn);
  if (own.length === carts.length || !(await AccountSettings.read(db)).isShared) return own;
  return [...own, ...carts.filter((cart) => !isOwn(cart))];
}
