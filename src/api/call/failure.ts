import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import { isRetriable, isUnstorable } from "../../platform/db/sql-errors.js";
import { warnOfFailure } from "../../platform/process/outage-log.js";
import { inputError, internalError, temporarilyUnavailable, WebapiError } from "./errors.js";

/**
 * Returns the error for the caller: a `WebapiError` itself, 503 while the database is unavailable or busy, 400 for a
 * value that cannot be stored, and otherwise a 500 that names a report in the log.
 */
export function toWebapiError(error: unknown, log: Logger): WebapiError {
  if (isRetriable(error instanceof WebapiError ? error.cause : error)) {
    warnOfFailure(log, error, "the database is unavailable or busy; answering 503");
    return temporarilyUnavailable();
  }
  if (error instanceof WebapiError) {
    if (error.cause !== undefined) log.warn({ err: error.cause }, error.message);
    return error;
  }
  if (isUnstorable(error)) {
    log.warn({ err: error }, "a value cannot be stored in the database");
    return inputError("A value is out of the range that can be stored. Correct the value and try again.");
  }
  const reportId = randomBytes(7).toString("hex").slice(0, 13);
  log.error({ err: error, reportId: `webapi-${reportId}` }, "unexpected error");
  return internalError(reportId);
}

/** Returns the message of an error, or the messages of the errors that it lists. */
export function reasonOf({ message, details: { errors } }: WebapiError): string {
  return (errors?.map((error) => inputError(error.message, error.parameters).message) ?? [message]).join("; ");
}

/**
 * Logs why work is run again in smaller parts. An error for a caller is only information, because the part that fails
 * reports it; any other error is a warning.
 */
export function logRerun(log: Logger, error: unknown, message: string): void {
  if (!(error instanceof WebapiError)) return warnOfFailure(log, error, message);
  log.info({ code: error.code, reason: reasonOf(error) }, message);
}
