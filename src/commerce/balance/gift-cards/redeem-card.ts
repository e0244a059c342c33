import { randomUUID } from "node:crypto";
import type { Context } from "../../../api/call/context.js";
import { inputError, notFound } from "../../../api/call/errors.js";
import type { LimitedCartDependencies } from "../../cart/published.js";
import { createAttemptLimiter } from "../../cart/published.processes.js";
import { readCustomers } from "../../customer/published.js";
import { isPositive, negate } from "../../../platform/money/arithmetic.js";
import { readSettings } from "../../store/published.js";
import { balancePaths, isCreditOn, todayOf } from "../cart-balances.js";
import { changeBalances, lockBalances, openBalance } from "../ledger/balances.rows.js";
import { readCustomerBalance } from "../ledger/customer-balance.js";
import type { CustomerBalance } from "../ledger/customer-balance.types.js";
import { isUsable, updateCard, readCardsByCode } from "./gift-cards.rows.js";

/** A gift card code to redeem for a customer. */
interface CardToRedeem {
  readonly customerId: number;
  readonly code: string;
}

/**
 * Converts the whole balance of a gift card into store credit of a customer and returns the store credit. Throws 404 for a
 * code that is unusable for any reason, 400 if the card is not redeemable or store credit is disabled, and 429
 * after too many wrong codes.
 */
export async function redeemCard(
  ctx: Context,
  { customerId, code }: CardToRedeem,
  { limits }: Pick<LimitedCartDependencies, "limits">,
): Promise<CustomerBalance> {
  const { db } = ctx;
  const [[customer], [card], settings] = await Promise.all([
    readCustomers(db, [customerId]),
    readCardsByCode(db, [code]),
    readSettings(db, balancePaths),
  ]);
  const websiteId = customer?.website_id ?? 0;
  const scope = { store_id: customer?.store_id ?? 0, store: { website_id: websiteId } };
  const guesses = createAttemptLimiter(ctx, undefined, limits.giftCardGuesses);
  await guesses.check();
  if (!card || !isUsable(card, { websiteId, today: todayOf(settings, scope) })) {
    await guesses.count();
    throw cardNotFound();
  }
  if (!card.is_redeemable || !isCreditOn(settings, scope)) throw inputError("The gift card can't be redeemed.");
  const credit = await openBalance(db, { kind: "store_credit", customerId, websiteId });
  const locked = await lockBalances(db, [card.id, credit]);
  const balance = locked.find(({ id }) => id === card.id)?.balance;
  // Another call was faster.
  if (balance === undefined || !isPositive(balance)) throw cardNotFound();
  const entry = { action: "redeemed" as const, cause: `redeem:${randomUUID()}` };
  await changeBalances(db, ctx.actor, [
    { ...entry, accountId: card.id, change: negate(balance) },
    { ...entry, accountId: credit, change: balance },
  ]);
  await updateCard(db, card.id, { is_redeemed: true });
  return readCustomerBalance(ctx, "store_credit", { customerId, websiteId });
}

const cardNotFound = () => notFound("Gift card not found");
