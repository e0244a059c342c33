import type { Logger } from "pino";
import { unknownSettings } from "../config.js";

/** Logs a warning for each unknown setting, so that a misspelled one is noticed. */
export function warnOfUnknownSettings(log: Logger): void {
  for (const variable of unknownSettings()) log.warn({ variable }, "unknown setting, ignored");
}
