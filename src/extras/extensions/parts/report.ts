import type { Logger } from "pino";
import { warnOfFailure } from "../../../platform/process/outage-log.js";

/** Failures of the extensions of this process since they last worked, by the part that failed. */
const failures = new Map<string, number>();

let log: Logger | undefined;

/** Sets the log of failures, when the services of a process begin. Nothing has failed yet. */
export function reportTo(target: Logger): void {
  log = target;
  failures.clear();
}

/** Counts and logs a failure in a part of an extension, for example `carrier acme of my-shop 1.0.0`. */
export function reportFailure(part: string, error: unknown): void {
  failures.set(part, (failures.get(part) ?? 0) + 1);
  if (log) warnOfFailure(log.child({ part }), error, "an extension failed");
}

/** Removes the failures of a part that works again. */
export const reportSuccess = (part: string): void => void failures.delete(part);

/** Returns the parts that fail, with the number of their failures since they last worked. */
export const failingParts = (): Readonly<Record<string, number>> => Object.fromEntries(failures);
