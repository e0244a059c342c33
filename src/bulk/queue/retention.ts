import type { Db } from "../../db/database.js";
import { forgetOldKeys } from "../accept/idempotency.sql.js";
import { forgetIdleCallers } from "./turns.sql.js";
import { removeOldBulks, removeOldOperations } from "./retention.sql.js";

/** What was removed. */
export interface Removed {
  readonly bulks: number;
  readonly operations: number;
  readonly idempotencyKeys: number;
}

export interface RetentionOptions {
  /** Days that ended operations are kept. */
  readonly days: number;
  /** Rows that one statement removes. */
  readonly chunk?: number;
  /** Asked between two statements. */
  readonly isStopping?: () => boolean;
}

/**
 * Removes the operations of bulks that were finished longer ago than they are kept, old idempotency keys and idle callers, a few
 * rows at once, so that nobody waits for it. Several processes may do so at the same time.
 */
export async function removeOld(
  db: Db,
  { days, chunk = 1000, isStopping = () => false }: RetentionOptions,
): Promise<Removed> {
  const repeat = async (remove: () => Promise<number>): Promise<number> => {
    let total = 0;
    for (let removed = 1; removed > 0 && !isStopping(); total += removed) removed = await remove();
    return total;
  };
  let operations = 0;
  const bulks = await repeat(async () => {
    operations += await repeat(() => removeOldOperations(db, days, chunk));
    return isStopping() ? 0 : removeOldBulks(db, days, chunk);
  });
  await repeat(() => forgetIdleCallers(db, chunk));
  return { bulks, operations, idempotencyKeys: await repeat(() => forgetOldKeys(db, chunk)) };
}
