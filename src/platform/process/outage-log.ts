import type { Logger } from "pino";
import type { OnSplit } from "../db/connections/database-hosts.js";
import type { OpenOptions } from "../db/open.js";
import type { OnStandby } from "../db/standbys/standby.js";
import { temporaryFailure } from "../db/sql-errors.js";
import { ThrottledReporter } from "./occasional.js";

/** An outage fails every call and all background work, so one line a second is enough. */
const outages = new ThrottledReporter(1000);

/**
 * Logs a failure as a warning. While the database is unavailable or busy, one line a second without a stack stands for all
 * failures, with their number.
 */
export function warnOfFailure(log: Logger, error: unknown, message: string): void {
  const temporary = temporaryFailure(error);
  if (!temporary) return log.warn({ err: error }, message);
  outages.count((failures) => log.warn({ ...temporary, failures }, message));
}

/**
 * Returns the listeners that log what the database layer handles itself: lost connections, and transactions that it runs
 * again because others interfered. Under load these are frequent, so one line a second stands for all.
 */
export function databaseListeners(
  log: Logger,
): Pick<OpenOptions, "onConnectionError" | "onRetry" | "onMaintenanceError" | "onSplit" | "onStandby"> {
  const retries = new ThrottledReporter(1000);
  return {
    onConnectionError: (error) => warnOfFailure(log, error, "a database connection was lost"),
    onMaintenanceError: (error) => warnOfFailure(log, error, "failed to maintain the embedded database, will retry"),
    onSplit: logSplit(log),
    onStandby: logStandby(log),
    onRetry: (failure) => retries.count((times) => log.info({ ...failure, retries: times }, "retrying a transaction")),
  };
}

/** Returns the listener that logs whether a standby is used for reads. */
const logStandby =
  (log: Logger): OnStandby =>
  ({ host, reason }) =>
    reason === undefined
      ? log.info({ host }, "a standby is used for reads")
      : log.warn({ host, reason }, "a standby cannot be used for reads, others or the primary answer them");

/** Returns the listener that logs that several hosts accept writes with different data. */
export const logSplit =
  (log: Logger): OnSplit =>
  (split) =>
    log.error(split, "several hosts of the database accept writes but have different data");
