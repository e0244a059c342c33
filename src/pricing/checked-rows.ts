import { couldNotSave } from "../call/errors.js";
import type { PriceUpdateResult } from "./price.types.js";

/** The rows of a call: the valid ones to write, and the failures of the others. */
export interface CheckedRows<Row> {
  readonly valid: Row[];
  readonly failures: PriceUpdateResult[];
}

/** Awaits a write. Throws 400 with the message and the cause if the database rejects it. */
export async function awaitWrite(message: string, writing: Promise<void>): Promise<void> {
  try {
    await writing;
  } catch (cause) {
    throw couldNotSave(message, cause);
  }
}
