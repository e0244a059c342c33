import type { StoreScope } from "../../../api/call/context.js";
import type { Db } from "../../../platform/db/database.js";
import { lockName } from "../../../platform/db/lock.js";
import { AccountSettings } from "../../customer/published.js";
import { type ActiveCart, readActiveCarts } from "../carts.rows.js";

type Website = Pick<StoreScope, "websiteId">;

/**
 * Serializes changes to which cart is a customer's active one until the transaction ends, so that concurrent calls create or
 * assign one cart, not two. Must be called before a cart is locked.
 */
export const lockActiveCart = (db: Db, customerId: number): Promise<void> =>
  lockName(db, "active cart", String(customerId));

/**
 * Returns the active carts of customers on a website, newest first. If websites share accounts, carts of other websites
 * follow.
 */
export async function listActiveCarts(db: Db, customerIds: readonly number[], website: Website): Promise<ActiveCart[]> {
  return filterByWebsite(db, await readActiveCarts(db, customerIds), website);
}

/** Returns the carts that a call for a website may use, the website's own carts first. Website 0 means all websites. */
export async function filterByWebsite(
  db: Db,
  carts: readonly ActiveCart[],
  { websiteId }: Website,
): Promise<ActiveCart[]> {
  const isOwn = ({ website_id }: ActiveCart) => website_id === websiteId || websiteId === 0;
  const own = carts.filter(isOwn);
  if (own.length === carts.length || !(await AccountSettings.read(db)).isShared) return own;
  return [...own, ...carts.filter((cart) => !isOwn(cart))];
}
