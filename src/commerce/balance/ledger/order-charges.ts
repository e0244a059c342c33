import type { Actor } from "../../../api/auth/actor.js";
import { inputError } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import type { Amount } from "../../../platform/money/amount.js";
import { isLess, isPositive, min, negate, subtract } from "../../../platform/money/arithmetic.js";
import { readExpiryOfAccount } from "../reward-points/expiry-settings.js";
import {
  type BalanceKind,
  changeBalances,
  changeCoveredBalances,
  type Charge,
  lockBalances,
  readCharges,
} from "./balances.rows.js";

/** 400 for a gift card whose balance is lower than the cart showed. */
export const cardSpent = () => inputError("Please correct the gift card code.");

/** 400 for store credit or points whose balance is lower than the cart showed. */
export const balanceSpent = () => inputError("The balance has changed. Check the total and try again.");

/**
 * Locks the balances that an order will be charged to until the transaction ends. Throws 400 if one of them no longer covers
 * its charge, because another order was faster.
 */
export async function lockBalancesToCharge(db: Db, charges: readonly Charge[]): Promise<void> {
  const locked = new Map(
    (
      await lockBalances(
        db,
        charges.map(({ accountId }) => accountId),
      )
    ).map((one) => [one.id, one]),
  );
  for (const { accountId, kind, amount } of charges) {
    const balance = locked.get(accountId)?.balance;
    if (balance !== undefined && !isLess(balance, amount)) continue;
    throw kind === "gift_card" ? cardSpent() : balanceSpent();
  }
}

/** The amounts that an order takes from balances. */
export interface OrderCharges {
  readonly orderId: number;
  readonly incrementId: string;
  readonly charges: readonly Charge[];
}

/** Charges an order to balances that `lockBalancesToCharge` has locked. The writes are sent with the commit of the transaction. */
export async function chargeOrder(
  db: Db,
  actor: Actor,
  { orderId, incrementId, charges }: OrderCharges,
): Promise<void> {
  const entry = { action: "used" as const, cause: `order:${orderId}`, orderId, comment: `Order #${incrementId}.` };
  const changes = charges.map(({ accountId, amount }) => ({ ...entry, accountId, change: negate(amount) }));
  await changeCoveredBalances(db.atCommit, actor, changes);
}

/**
 * Locks the balances that an order was charged to, and others, until the transaction ends. The caller has locked the order.
 */
export async function lockChargedBalances(db: Db, orderId: number, others: readonly number[] = []): Promise<void> {
  const charges = await readCharges(db, orderId);
  await lockBalances(db, [...others, ...charges.map(({ accountId }) => accountId)]);
}

/** The amounts to return from an order to the balances that it was charged to. */
export interface ReturnOfCharges {
  readonly orderId: number;
  /** The event that returns them, for example `cancel:12` or `creditmemo:3`. An event returns amounts only once. */
  readonly cause: string;
  /** Maximum to return for each kind; nothing is returned for a missing kind. */
  readonly maxByKind: Readonly<Partial<Record<BalanceKind, Amount>>>;
  readonly comment: string;
}

/**
 * Pays charges of an order back to their balances, last charged first, never more than was charged and not yet returned. The
 * caller must lock the order. Returns the amounts paid back. A repeated event pays nothing back.
 */
export async function returnCharges(db: Db, actor: Actor, given: ReturnOfCharges): Promise<Charge[]> {
  const { orderId, cause, comment } = given;
  const charges = await readCharges(db, orderId);
  const left = { ...given.maxByKind };
  const parts = charges.flatMap((charge): Charge[] => {
    const most = left[charge.kind];
    if (most === undefined || !isPositive(most)) return [];
    const amount = min(most, charge.amount);
    left[charge.kind] = subtract(most, amount);
    return [{ ...charge, amount }];
  });
  await lockBalances(
    db,
    parts.map(({ accountId }) => accountId),
  );
  const points = parts.find(({ kind }) => kind === "reward")?.accountId;
  const expiresIn = points === undefined ? undefined : await readExpiryOfAccount(db, points);
  const changes = parts.map(({ accountId, amount: change }) => ({
    accountId,
    change,
    action: "returned" as const,
    ...{ cause, orderId, comment },
    ...(accountId === points ? { expiresIn } : {}),
  }));
  const changed = await changeBalances(db, actor, changes);
  return parts.filter(({ accountId }) => changed.has(accountId));
}
