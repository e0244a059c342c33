import type { DecimalText } from "../contract/scalars.js";
import { phpText } from "../money/format.js";

/**
 * A value as the parameters of a failed row show it: null and what is missing as nothing, numbers as PHP prints them
 * (`10`, `9.5`, `1.0E+25`).
 */
export function shown(value: string | number | null | undefined): string {
  return value === undefined || value === null ? "" : String(value);
}

/** As `shown`, of a decimal. */
export const shownDecimal = (value: DecimalText | null | undefined): string =>
  value === undefined || value === null ? "" : phpText(value);
