import type { DecimalText } from "../contract/scalars.js";
import { phpText } from "../money/format.js";

/**
 * Formats a value for the message of a failed row: empty for null and undefined, numbers as PHP prints them (`10`,
 * `9.5`, `1.0E+25`).
 */
export function formatValue(value: string | number | null | undefined): string {
  return value === undefined || value === null ? "" : String(value);
}

/** Formats a decimal for the message of a failed row. */
export const formatDecimal = (value: DecimalText | null | undefined): string =>
  value === undefined || value === null ? "" : phpText(value);
