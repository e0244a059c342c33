import { randomUUID } from "node:crypto";
import type { Context } from "../../../api/call/context.js";
import { inputError, invalid } from "../../../api/call/errors.js";
import type { Amount } from "../../../platform/money/amount.js";
import { isPositive, isZero } from "../../../platform/money/arithmetic.js";
import { centsColumn, fitUnrounded } from "../../../platform/money/columns.js";
import { changeBalances, lockBalances } from "./balances.rows.js";

/** A change that a caller requests. */
export interface GivenChange {
  readonly accountId: number;
  readonly change: Amount;
  readonly comment: string | undefined;
  readonly action?: "created" | "updated";
  /** Days until added points expire; absent if they never do. */
  readonly expiresIn?: number | undefined;
}

/** Changes a balance for a caller and returns the new balance. Throws 400 if it would be below zero. */
export async function changeBalance({ db, actor }: Context, given: GivenChange): Promise<Amount> {
  const { accountId, change, comment, action = "updated", expiresIn } = given;
  const [locked] = await lockBalances(db, [accountId]);
  if (!locked) throw new Error("the balance does not exist");
  if (isZero(change)) return locked.balance;
  const cause = `call:${randomUUID()}`;
  const added = isPositive(change) ? { expiresIn } : {};
  const entry = { accountId, change, action, cause, ...added, ...(comment === undefined ? {} : { comment }) };
  const balance = (await changeBalances(db, actor, [entry])).get(accountId);
  if (balance === undefined) throw inputError("The balance can't be less than zero.");
  return balance;
}

/** Returns a decimal as an amount. Throws 400 if it has more than two decimals or does not fit the ledger. */
export function requireWholeCents(given: string, fieldName: string): Amount {
  const amount = fitUnrounded(given, centsColumn);
  if (amount === undefined) throw invalid(fieldName, given);
  return amount;
}
