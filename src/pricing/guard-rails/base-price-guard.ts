import type { Context } from "../../call/context.js";
import type { Db } from "../../db/database.js";
import { expectNoGuardRails } from "./current-prices.sql.js";
import type { GuardRail } from "./limits.js";

/**
 * Whether base prices had guard-rails when this process last checked. This only avoids failed attempts: the database checks
 * again in the transaction of the write.
 */
let areExpected = false;

/** Remembers whether base prices have guard-rails. */
export function rememberGuardRails(rails: readonly GuardRail[]): void {
  areExpected = rails.some(({ kind }) => kind === "base");
}

/** Whether base prices may be written without a `PriceGuard`, provided that `demandNoGuardRails` then finds none. */
export const mayHaveNoGuard = ({ actor, isApproved }: Pick<Context, "actor" | "isApproved">): boolean =>
  actor.priceRights === undefined && isApproved !== true && !areExpected;

/**
 * Fails the transaction if base prices have guard-rails. The error makes the transaction run again, and `mayHaveNoGuard` is
 * then false. The write can be sent in the same packet, without waiting for the result.
 */
export function demandNoGuardRails(db: Db): Promise<unknown> {
  const checking = expectNoGuardRails(db);
  checking.catch(() => (areExpected = true));
  return checking;
}
