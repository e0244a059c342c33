import type { Actor } from "../../../../api/auth/actor.js";
import { returnCharges } from "../../../balance/published.charges.js";
import type { Db } from "../../../../platform/db/database.js";
import { asAmount } from "../../../../platform/money/amount.js";
import { subtract } from "../../../../platform/money/arithmetic.js";
import { pointsOf } from "../../documents/commerce-shares.js";
import type { OrderCommerce } from "./order-commerce.types.js";
import type { StoredOrder } from "../stored-order.js";

/**
 * Returns the amounts that were charged for a canceled order and are not invoiced to gift cards, store credit and reward
 * points.
 */
export async function returnBalances(db: Db, order: StoredOrder, actor: Actor): Promise<void> {
  const paid = order.commerce as OrderCommerce | null | undefined;
  if (!paid) return;
  const rest = (whole: string | null | undefined, part: string | null | undefined) =>
    subtract(asAmount(whole ?? 0), asAmount(part ?? 0));
  await returnCharges(db, actor, {
    orderId: order.entity_id,
    cause: `cancel:${order.entity_id}`,
    comment: `Order #${order.increment_id} was canceled.`,
    maxByKind: {
      gift_card: rest(paid.base_gift_cards_amount, paid.base_gift_cards_invoiced),
      store_credit: rest(paid.base_customer_balance_amount, paid.base_customer_balance_invoiced),
      reward: subtract(asAmount(paid.reward_points_balance ?? 0), pointsOf(order.commerce, "invoiced")),
    },
  });
}
