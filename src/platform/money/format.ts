import { type DecimalText, plainDecimal } from "./decimal-text.js";
import type { Exact } from "./amount.js";
import { parse, read } from "./exact.js";

/**
 * Rounds half away from zero and formats with a fixed number of decimal places: 9.5 becomes `9.50`. The type lets `Intl`
 * format the text without losing digits.
 */
export const formatFixed = (value: Exact, digits: number): `${number}` =>
  read(value)
    .toFixed(digits)
    .replace(/^-(?=[0.]+$)/, "") as `${number}`;

/** Formats a decimal as PHP prints a float, which is how Magento's messages show numbers: `10`, `9.5`, `1.0E+25`. */
export function phpText(given: DecimalText): string {
  const decimal = parse(given);
  if (decimal === undefined) return given;
  if (decimal.isZero()) return "0";
  if (decimal.e < 15 && decimal.e >= -4) return plainDecimal(given);
  const [digits = "", exponent = ""] = decimal.toExponential().split("e");
  return `${digits.includes(".") ? digits : `${digits}.0`}E${exponent}`;
}
