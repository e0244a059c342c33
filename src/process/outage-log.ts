import type { Logger } from "pino";
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
