import type { Context } from "../../../api/call/context.js";
import type { Db } from "../../../platform/db/database.js";
import { expectNoGuardRails } from "./current-prices.sql.js";
import type { GuardRail } from "./limits/limits.js";

/**
 * Whether base prices had guard-rails when this process last checked. This only avoids failed attempts: the database checks
 * again in the transaction of the write.
 */
let hadGuardRails = false;

/** Remembers whether base prices have guard-rails. */
export function rememberGuardRails(rails: readonly GuardRail[]): void {
  hadGuardRails = rails.some(({ kind }) => kind === "base");
}

/** Whether base prices may be written without a `PriceGuard`, provided that `requireNoGuardRails` then finds none. */
export const canSkipGuard = ({ actor, isApproved }: Pick<Context, "actor" | "isApproved">): boolean =>
  actor.priceRights === undefined && isApproved !== true && !hadGuardRails;

/**
 * Fails the transaction if base prices have guard-rails. The error makes the transaction run again, and `canSkipGuard` is
 * then false. The write can be sent in the same packet, without waiting for the result.
 */
export function requireNoGuardRails(db: Db): Promise<unknown> {
  const checking = expectNoGuardRails(db);
  checking.catch(() => (hadGuardRails = true));
  return checking;
}
