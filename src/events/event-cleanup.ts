import type { Kernel } from "../call/kernel.js";
import { Recurring } from "../process/recurring.js";
import { removeOldEvents } from "./feed.sql.js";

/** Milliseconds between two cleanups: an hour. */
const pause = 3_600_000;

/** Removes events that are older than the retention in the settings. Several processes can run it at once. */
export const eventCleanup = ({ db, log, config }: Pick<Kernel, "db" | "log" | "config">): Recurring =>
  new Recurring(() => removeOldEvents(db, config.PORTICO_EVENT_DAYS), {
    pause,
    onError: (error) => log.warn({ err: error }, "failed to remove old events, will retry in an hour"),
  });
