import type { Logger } from "pino";
import { reasonOf } from "../extension-error.js";

/** Failures of the extensions of this process since it started, by the part that failed. */
const failures = new Map<string, { count: number; last: string }>();

let log: Logger | undefined;

/** Sets the log of failures. */
export function reportTo(target: Logger): void {
  log = target;
}

/** Counts and logs a failure in a part of an extension, for example `carrier acme of my-shop 1.0.0`. */
export function reportFailure(part: string, error: unknown): void {
  const known = failures.get(part) ?? { count: 0, last: "" };
  failures.set(part, { count: known.count + 1, last: reasonOf(error) });
  log?.warn({ err: error, part }, "an extension failed");
}

/** Removes the failures of a part that works again. */
export const reportSuccess = (part: string): void => void failures.delete(part);

/** Returns the parts that failed, with their last error. */
export const failedParts = (): Readonly<Record<string, { readonly count: number; readonly last: string }>> =>
  Object.fromEntries(failures);
