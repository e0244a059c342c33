import type { Logger } from "pino";
import { type Config, unknownSettings } from "../../config.js";
import type { Output } from "../output.js";

/**
 * Ends the process with status 1 if it has not ended by itself after `PORTICO_STOP_SECONDS`. Open transactions are
 * rolled back, and another consumer repeats the operations that were running.
 */
export function exitAtDeadline({ PORTICO_STOP_SECONDS: seconds }: Config, output: Output): void {
  const exit = () => {
    output.say(`Stopping took longer than ${seconds} seconds. Exiting without waiting for unfinished work.`);
    process.exit(1);
  };
  setTimeout(exit, seconds * 1000).unref();
}

/** Logs a warning for each unknown setting, so that a misspelled one is noticed. */
export function warnOfUnknownSettings(log: Logger): void {
  for (const variable of unknownSettings()) log.warn({ variable }, "unknown setting, ignored");
}

/** Ends the process while it starts. What it began in the database is rolled back. */
export function stopEarly(output: Output): never {
  output.say("Stopped while starting.");
  process.exit(0);
}
