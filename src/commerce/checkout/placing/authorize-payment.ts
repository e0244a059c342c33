import { randomUUID } from "node:crypto";
import { toTexts } from "../../../api/contract/scalars.js";
import type { CartState } from "../../cart/published.js";
import type { Db } from "../../../platform/db/database.js";
import type { Amount } from "../../../platform/money/amount.js";
import { askGateway, readGatewaySettings } from "../payment/ask-gateway.js";
import type { PaymentMethod } from "../payment/payment-method.js";

/** The amount that a gateway reserved for an order. */
export interface Authorization {
  readonly transactionId: string;
  readonly amount: Amount;
}

/**
 * Reserves the amount of an order if its payment method has a gateway. If the order is not placed after all, the amount is
 * released. Throws 400 if the gateway declines or the call fails.
 */
export async function authorizePayment(
  db: Db,
  cart: Pick<CartState, "id" | "base_currency_code" | "additional_data" | "store_id" | "store">,
  { method, amount }: { readonly method: PaymentMethod; readonly amount: Amount },
): Promise<Authorization | undefined> {
  if (!method.gateway) return undefined;
  const scope = { storeId: cart.store_id, websiteId: cart.store.website_id };
  const payment = {
    key: randomUUID(),
    reference: `cart-${cart.id}`,
    amount,
    currency: cart.base_currency_code,
    data: toTexts(cart.additional_data) ?? [],
    setting: await readGatewaySettings(db, method, scope),
  };
  const transactionId = await askGateway(method, "authorize", payment);
  if (transactionId === undefined) return undefined;
  db.afterRollback(async () => {
    await method.gateway?.void({ ...payment, key: `${payment.key}-void`, parent: transactionId });
  });
  return { transactionId, amount };
}
