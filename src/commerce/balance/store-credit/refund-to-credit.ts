import type { Actor } from "../../../api/auth/actor.js";
import type { Db } from "../../../platform/db/database.js";
import type { Amount } from "../../../platform/money/amount.js";
import { isZero, negate, sum } from "../../../platform/money/arithmetic.js";
import { type BalanceChange, changeBalances, type Charge } from "../ledger/balances.rows.js";

/** The amounts that a credit memo pays as store credit instead of as money or to gift cards. */
export interface PaidAsCredit {
  /** Account of the customer's store credit; must be locked. */
  readonly accountId: number;
  /** Money that becomes store credit. */
  readonly money: Amount;
  /** Amounts that were returned to balances. Those of gift cards are transferred to store credit. */
  readonly returned: readonly Charge[];
  readonly orderId: number;
  /** The credit memo, for example `creditmemo:3`. */
  readonly cause: string;
  readonly comment: string;
}

/** Pays a credit memo as store credit. A repeated call for the same credit memo changes nothing. */
export async function payAsCredit(db: Db, actor: Actor, given: PaidAsCredit): Promise<void> {
  const { accountId, money, returned, orderId, cause, comment } = given;
  const cards = returned.filter(({ kind }) => kind === "gift_card");
  const entry = (id: number, change: Amount, action: BalanceChange["action"]): BalanceChange[] =>
    isZero(change) ? [] : [{ accountId: id, change, action, cause, orderId, comment }];
  const moved = cards.flatMap((card) => entry(card.accountId, negate(card.amount), "transferred"));
  await changeBalances(db, actor, moved);
  // A separate call, because one statement changes a balance only once.
  await changeBalances(db, actor, entry(accountId, sum(cards.map(({ amount }) => amount)), "transferred"));
  await changeBalances(db, actor, entry(accountId, money, "refunded"));
}
