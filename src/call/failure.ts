import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import { isUnstorable } from "../db/sql-errors.js";
import { inputError, internalError, WebapiError } from "./errors.js";

/** Returns the error that the caller sees: its own, or for an unforeseen one a 500 that names a report in the log. */
export function toWebapiError(error: unknown, log: Logger): WebapiError {
  if (error instanceof WebapiError) {
    if (error.cause !== undefined) log.warn({ err: error.cause }, error.message);
    return error;
  }
  if (isUnstorable(error)) {
    log.warn({ err: error }, "a value that the database cannot hold");
    return inputError("A value is out of the range that can be stored. Correct the value and try again.");
  }
  const reportId = randomBytes(7).toString("hex").slice(0, 13);
  log.error({ err: error, reportId: `webapi-${reportId}` }, "unexpected error");
  return internalError(reportId);
}
