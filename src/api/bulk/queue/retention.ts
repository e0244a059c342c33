import { removeOldLargeCalls } from "../../call/large-calls.sql.js";
import type { Db } from "../../../platform/db/database.js";
import { deleteExpiredKeys } from "../accept/idempotency.sql.js";
import { deleteIdleCallers } from "./turns.sql.js";
import { removeOldBulks, removeOldOperations } from "./retention.sql.js";

/** Numbers of removed rows. */
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
  /** Called between two statements; true ends the removal early. */
  readonly isStopping?: () => boolean;
}

/**
 * Removes bulks and listed synchronous calls that finished more than `days` ago, old idempotency keys and idle callers, a few
 * rows at a time, so that nobody waits for it. Several processes may do so at the same time.
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
  await repeat(() => deleteIdleCallers(db, chunk));
  await repeat(() => removeOldLargeCalls(db, days, chunk));
  return { bulks, operations, idempotencyKeys: await repeat(() => deleteExpiredKeys(db, chunk)) };
}
