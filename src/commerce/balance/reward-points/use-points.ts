import type { Context } from "../../../api/call/context.js";
import type { CartState } from "../../cart/published.js";
import { readSettings } from "../../store/published.js";
import { balancePaths, hasEnough, isRewardOn } from "../cart-balances.js";
import { readBalance } from "../ledger/balances.rows.js";
import { readRateFor } from "./rates.rows.js";

/** Whether the customer of a cart can pay for it with points. */
export async function canUsePoints({ db }: Context, cart: CartState): Promise<boolean> {
  const { customer_id: customerId, customer_group_id: groupId, store } = cart;
  if (customerId === null) return false;
  const websiteId = store.website_id;
  const [settings, balance, rate] = await Promise.all([
    readSettings(db, balancePaths),
    readBalance(db, "reward", { customerId, websiteId }),
    readRateFor(db, { websiteId, groupId }),
  ]);
  return isRewardOn(settings, cart) && rate !== undefined && hasEnough(settings, cart, Number(balance?.balance ?? 0));
}
