import type { Actor } from "../../auth/actor.js";
import type { Db } from "../../db/database.js";
import type { Amount } from "../../money/amount.js";
import { isZero, negate, sum } from "../../money/arithmetic.js";
import { type BalanceChange, changeBalances, type Charge } from "../ledger/balances.sql.js";

/** What a credit memo pays as store credit instead of money or to gift cards. */
export interface PaidAsCredit {
  /** The store credit of the customer, which is locked. */
  readonly accountId: number;
  /** Money that becomes store credit. */
  readonly money: Amount;
  /** What was returned to gift cards, and moves on. */
  readonly returned: readonly Charge[];
  readonly orderId: number;
  /** The credit memo, as `creditmemo:3`. */
  readonly cause: string;
  readonly comment: string;
}

/** Pays a credit memo as store credit. A credit memo does so once. */
export async function payAsCredit(db: Db, actor: Actor, given: PaidAsCredit): Promise<void> {
  const { accountId, money, returned, orderId, cause, comment } = given;
  const cards = returned.filter(({ kind }) => kind === "gift_card");
  const entry = (id: number, change: Amount, action: BalanceChange["action"]): BalanceChange[] =>
    isZero(change) ? [] : [{ accountId: id, change, action, cause, orderId, comment }];
  const moved = cards.flatMap((card) => entry(card.accountId, negate(card.amount), "transferred"));
  await changeBalances(db, actor, moved);
  // A statement changes a balance once.
  await changeBalances(db, actor, entry(accountId, sum(cards.map(({ amount }) => amount)), "transferred"));
  await changeBalances(db, actor, entry(accountId, money, "refunded"));
}
