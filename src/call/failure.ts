import { randomBytes } from "node:crypto";
import type { Logger } from "pino";
import { isUnstorable } from "../db/sql-errors.js";
import { inputError, internalError, WebapiError } from "./errors.js";

/** A finished answer: its status and its body as JSON text. */
export interface Answer {
  readonly status: number;
  readonly json: string;
}

/** The error that a caller is told: its own, or for anything unforeseen one that names a report in the log. */
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

/** The answer for an error, in Magento's shape; in development with the trace of where it came from. */
export function failure(error: unknown, { log, development }: { log: Logger; development: boolean }): Answer {
  const known = toWebapiError(error, log);
  const body = known.status === 406 ? alternate(known) : known.toBody();
  const trace = development && error instanceof Error ? { trace: error.stack } : {};
  return { status: known.status, json: JSON.stringify({ ...body, ...trace }) };
}

/** The envelope of what goes wrong before or outside the ordinary rendering. */
const alternate = ({ status, message }: WebapiError) => ({ messages: { error: [{ code: status, message }] } });
