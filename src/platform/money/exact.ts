import { Decimal } from "decimal.js";
import { toDecimal } from "./decimal-text.js";
import type { Exact } from "./units.js";

export type { Decimal } from "decimal.js";

/**
 * Sums, differences and products keep every digit: this precision is the maximum of decimal.js and costs nothing.
 * Only `quotient` rounds.
 */
const Unlimited = Decimal.clone({ precision: 1e9, rounding: Decimal.ROUND_HALF_UP });
const Quotients = Unlimited.clone({ precision: 40 });

/** Reads a trusted decimal in plain digits. */
export const read = (value: Exact): Decimal => new Unlimited(value);

/** Reads a decimal of any size, `1e9999` included; undefined for text that is not a decimal. */
export function parse(text: string): Decimal | undefined {
  const decimal = toDecimal(text);
  return decimal === undefined ? undefined : new Unlimited(decimal);
}

/** Formats a decimal in plain digits, without trailing zeros or a negative zero. */
export const textOf = <Value extends Exact>(value: Decimal): Value => value.toFixed() as Value;

/** Returns 10 to the power of `exponent`, to shift the decimal point. */
export const powerOfTen = (exponent: number): Decimal => new Unlimited(`1e${exponent}`);

/** Divides with 40 significant digits. Throws a RangeError if the divisor is zero. */
export function quotient(dividend: Decimal, divisor: Decimal): Decimal {
  if (divisor.isZero()) throw new RangeError("cannot divide by zero");
  return new Unlimited(new Quotients(dividend).div(divisor));
}
