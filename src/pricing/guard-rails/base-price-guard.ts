import type { Context } from "../../call/context.js";
import type { Db } from "../../db/database.js";
import { expectNoGuardRails } from "./current-prices.sql.js";
import type { GuardRail } from "./limits.js";

/**
 * Whether base prices had guard-rails when this process last found out. It only saves failed attempts: the database checks
 * it in the transaction of the write.
 */
let areExpected = false;

/** Remembers whether base prices have guard-rails. */
export function rememberGuardRails(rails: readonly GuardRail[]): void {
  areExpected = rails.some(({ kind }) => kind === "base");
}

/** Whether base prices may be written without a `PriceGuard`, if `demandNoGuardRails` then finds none. */
export const mayHaveNoGuard = ({ actor, isApproved }: Pick<Context, "actor" | "isApproved">): boolean =>
  actor.priceRights === undefined && isApproved !== true && !areExpected;

/**
 * Fails the transaction if base prices have guard-rails. The error repeats the transaction, in which `mayHaveNoGuard` is
 * false. The write can follow in the same packet, without waiting for the answer.
 */
export function demandNoGuardRails(db: Db): Promise<unknown> {
  const checking = expectNoGuardRails(db);
  checking.catch(() => (areExpected = true));
  return checking;
}
