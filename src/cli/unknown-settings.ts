import type { Logger } from "pino";
import { unknownSettings } from "../config.js";

/** Tells the log of variables that are passed over, so that a misspelt setting is found. */
export function warnOfUnknownSettings(log: Logger): void {
  for (const variable of unknownSettings()) log.warn({ variable }, "there is no such setting: it is passed over");
}
