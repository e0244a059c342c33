import type { Kernel } from "../../api/call/kernel.js";
import { removeInBatches } from "../../platform/db/bounded-removal.js";
import { warnOfFailure } from "../../platform/process/outage-log.js";
import { Recurring } from "../../platform/process/recurring.js";
import { removeOldDeliveries } from "./deliveries/queue.sql.js";
import { removeOldSecrets } from "./secrets.rows.js";

/** Milliseconds between two cleanups: an hour. */
const pause = 3_600_000;

/**
 * Removes deliveries that are older than the retention of events, and secrets that are no longer used. Several processes
 * can run it at once.
 */
export function webhookCleanup({ db, log, config }: Pick<Kernel, "db" | "log" | "config">): Recurring {
  const cleanUp = async (isStopping: () => boolean) => {
    await removeInBatches((limit) => removeOldDeliveries(db, config.PORTICO_EVENT_DAYS, limit), isStopping);
    await removeOldSecrets(db);
  };
  return new Recurring(cleanUp, {
    pause,
    onError: (error) => warnOfFailure(log, error, "failed to remove old webhook deliveries, will retry"),
  });
}
