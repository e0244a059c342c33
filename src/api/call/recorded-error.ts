import type { Db } from "../../platform/db/database.js";
import { WebapiError } from "./errors.js";

/**
 * An error that leaves a record although the call is rolled back. `record` writes it after the rollback and returns the
 * error for the caller. The code that runs the outermost transaction of the call throws the result of `afterRollback`
 * instead.
 */
export class RecordedError extends WebapiError {
  constructor(
    template: string,
    readonly record: (db: Db) => Promise<WebapiError>,
  ) {
    super("BAD_REQUEST", template);
  }
}

/** Writes the record of a failed call, if its error leaves one, and returns the error for the caller. */
export const afterRollback = async (error: unknown, db: Db): Promise<unknown> =>
  error instanceof RecordedError ? error.record(db) : error;
