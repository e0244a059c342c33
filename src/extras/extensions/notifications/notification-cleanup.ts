import type { Kernel } from "../../../api/call/kernel.js";
import { removeInBatches } from "../../../platform/db/bounded-removal.js";
import { warnOfFailure } from "../../../platform/process/outage-log.js";
import { Recurring } from "../../../platform/process/recurring.js";
import { removeOldNotifications } from "./notifications.rows.js";

/** Milliseconds between two cleanups: an hour. */
const pause = 3_600_000;
/** Days for which a repeated message is recognized. Payment providers repeat messages for a few days. */
const days = 90;

/** Removes the ids of old messages of other services. Several processes can run it at once. */
export const notificationCleanup = ({ db, log }: Pick<Kernel, "db" | "log">): Recurring =>
  new Recurring((isStopping) => removeInBatches((limit) => removeOldNotifications(db, days, limit), isStopping), {
    pause,
    onError: (error) => warnOfFailure(log, error, "failed to remove old notifications, will retry"),
  });
