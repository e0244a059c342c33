import type { RateLimits } from "../../../api/auth/limits/rate-limits.js";
import { UserType } from "../../../api/auth/actor.js";
import type { Context } from "../../../api/call/context.js";
import { actsForOthers, type CartState } from "../../cart/published.js";
import { readSettings } from "../../store/published.js";

const pathOf = (name: string) => `sales/backpressure/${name}`;
const paths = ["enabled", "limit", "guest_limit", "period"].map(pathOf);

/**
 * Counts an attempt to place an order, per customer or per IP address of a guest. Throws 429 if the shop's limit is
 * exceeded. Administrators and integrations have no limit, as in Magento. Queued operations of guests have no address and
 * share one count.
 */
export async function countOrderAttempt(
  { db, actor, address }: Context,
  cart: CartState,
  limits: RateLimits,
): Promise<void> {
  if (actsForOthers(actor)) return;
  const settings = await readSettings(db, paths);
  const scope = { storeId: cart.store_id, websiteId: cart.store.website_id };
  const orders = settings.number(pathOf(actor.type === UserType.guest ? "guest_limit" : "limit"), scope);
  const seconds = settings.number(pathOf("period"), scope);
  if (!settings.isOn(pathOf("enabled"), scope) || orders === 0 || seconds === 0) return;
  await limits.orders.count({ actor, address }, { orders, seconds });
}
