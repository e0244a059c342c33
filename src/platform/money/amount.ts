import type { DecimalText } from "./decimal-text.js";
import { parse, textOf } from "./exact.js";
import type { Amount, Exact, Percent, Quantity, Ratio, Weight } from "./units.js";

export type { Amount, Exact, Percent, Quantity, Ratio, Weight } from "./units.js";

/** Accepts integers, which are exact. Other decimals must be text. */
type Given = DecimalText | number;

/**
 * Returns a trusted decimal, such as a constant or a column's value, as an amount. Throws a RangeError if it is not a
 * decimal.
 */
export const asAmount = (value: Given): Amount => plain(value);
/** Returns a trusted decimal as a quantity. Throws a RangeError if it is not a decimal. */
export const asQuantity = (value: Given): Quantity => plain(value);
/** Returns a trusted decimal as a percentage. Throws a RangeError if it is not a decimal. */
export const asPercent = (value: Given): Percent => plain(value);
/** Returns a trusted decimal as a ratio. Throws a RangeError if it is not a decimal. */
export const asRatio = (value: Given): Ratio => plain(value);
/** Returns a trusted decimal as a weight. Throws a RangeError if it is not a decimal. */
export const asWeight = (value: Given): Weight => plain(value);

/**
 * Maximum exponent, beyond the digits of any column. Without it, `1e999999` would become a text of a million digits.
 */
const maxExponent = 100;

/** Matches text that is a decimal in plain digits as it stands. */
const canonical = /^(?:0|-?(?:[1-9]\d{0,30}(?:\.\d{0,30}[1-9])?|0\.\d{0,30}[1-9]))$/;

function plain<Value extends Exact>(value: Given): Value {
  const text = typeof value === "string" || Number.isSafeInteger(value) ? String(value) : "";
  if (canonical.test(text)) return text as Value;
  const decimal = parse(text);
  if (decimal === undefined || Math.abs(decimal.e) > maxExponent) {
    throw new RangeError(`"${String(value).slice(0, 100)}" is neither decimal text nor an integer`);
  }
  return textOf(decimal);
}

/** An amount of zero. */
export const zero = asAmount(0);
/** A quantity of zero. */
export const zeroQuantity = asQuantity(0);
/** 100 %. */
export const hundredPercent = asPercent(100);
