import { couldNotSave } from "../call/errors.js";
import type { PriceUpdateResult } from "./price.types.js";

/** The rows of a call: what is to be written, and why the other rows are not. */
export interface CheckedRows<Row> {
  readonly valid: Row[];
  readonly failures: PriceUpdateResult[];
}

/** Waits for a write; throws a 400 with this message, and the cause, where the database refuses it. */
export async function written(message: string, writing: Promise<void>): Promise<void> {
  try {
    await writing;
  } catch (cause) {
    throw couldNotSave(message, cause);
  }
}
