import type { Kernel } from "../../../api/call/kernel.js";
import { Recurring } from "../../../platform/process/recurring.js";
import { dropOldPartitions, ensurePartitions } from "./partitions.sql.js";

/** Milliseconds between two runs: an hour. */
const pause = 3_600_000;

/** Prepares the price history for the next months and removes old months. Several processes can run it at once. */
export const priceHistoryMaintenance = ({ db, log, config }: Pick<Kernel, "db" | "log" | "config">): Recurring =>
  new Recurring(() => keepPartitions(db, config.PORTICO_PRICE_HISTORY_DAYS), {
    pause,
    onError: (error) =>
      log.warn({ err: error }, "failed to maintain the partitions of the price history, will retry in an hour"),
  });

/** Creates the partitions of the next months, and drops those that ended more than `days` days ago; none if it is 0. */
export async function keepPartitions(db: Kernel["db"], days: number): Promise<void> {
  await ensurePartitions(db);
  if (days > 0) await dropOldPartitions(db, days);
}
