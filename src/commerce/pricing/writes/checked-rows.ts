import { couldNotSave } from "../../../api/call/errors.js";
import { recordFailedRow } from "../../../api/contract/failed-rows.js";
import type { PriceUpdateResult } from "../price.types.js";
import type { DecimalText } from "../../../api/contract/scalars.js";
import { phpText } from "../../../platform/money/format.js";

/** The rows of a call: the valid ones to write, and the failures of the others. */
export class CheckedRows<Row> {
  readonly valid: Row[] = [];
  readonly failures: PriceUpdateResult[] = [];
  /** For each valid row and each failure, the index of its row in the call. */
  readonly places: { readonly valid: number[]; readonly failures: number[] } = { valid: [], failures: [] };

  /** Records that all rows and failures added since the last call came from the row at this index. */
  assignPlace(place: number, { sku = null }: NamedRow): void {
    while (this.places.valid.length < this.valid.length) this.places.valid.push(place);
    while (this.places.failures.length < this.failures.length) {
      const failure = this.failures[this.places.failures.length];
      if (failure) recordFailedRow(failure, { row: place, sku });
      this.places.failures.push(place);
    }
  }
}

interface NamedRow {
  readonly sku?: string | null | undefined;
}

/** Awaits a write. Throws 400 with the message and the cause if the database rejects it. */
export async function awaitWrite<Result>(message: string, writing: Promise<Result>): Promise<Result> {
  try {
    return await writing;
  } catch (cause) {
    throw couldNotSave(message, cause);
  }
}

/** Rows of a call that are valid so far, and the failures of the others. */
export type ValidRows<Row> = Pick<CheckedRows<Row>, "valid" | "failures"> & Partial<Pick<CheckedRows<Row>, "places">>;

/**
 * Formats a value for the message of a failed row: empty for null and undefined, numbers as PHP prints them (`10`,
 * `9.5`, `1.0E+25`).
 */
export function formatValue(value: string | number | null | undefined): string {
  return value === undefined || value === null ? "" : String(value);
}

/** Formats a value as a parameter of a failed row. An absent value is null, as in Magento. */
export const parameterOf = (value: string | number | null | undefined): string | null =>
  value === undefined || value === null ? null : String(value);

/** Formats a decimal as a parameter of a failed row. */
export const decimalParameter = (value: DecimalText | null | undefined): string | null =>
  value === undefined || value === null ? null : phpText(value);

/** Formats a decimal for the message of a failed row. */
export const formatDecimal = (value: DecimalText | null | undefined): string =>
  value === undefined || value === null ? "" : phpText(value);
