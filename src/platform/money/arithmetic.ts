import type { Exact, Percent, Quantity, Ratio } from "./amount.js";
import { type Decimal, powerOfTen, quotient, read, textOf } from "./exact.js";
import {
  addSmall,
  compareSmall,
  multiplySmall,
  negateSmall,
  readSmall,
  shiftSmall,
  type Small,
  formatSmall,
} from "./small.js";

const hundredth = powerOfTen(-2);

/** Computes with integers where they are exact, and with decimal.js otherwise. */
function compute<Value extends Exact>(
  [left, right]: readonly [Exact, Exact],
  small: (left: Small, right: Small) => Small | undefined,
  exact: (left: Decimal, right: Decimal) => Decimal,
): Value {
  const one = readSmall(left);
  const other = one && readSmall(right);
  const result = other && small(one, other);
  return result ? (formatSmall(result) as Value) : textOf(exact(read(left), read(right)));
}

const subtractSmall = (minuend: Small, subtrahend: Small) => addSmall(minuend, negateSmall(subtrahend));

function percentSmall(value: Small, rate: Small): Small | undefined {
  const product = multiplySmall(value, rate);
  return product && shiftSmall(product, 2);
}

/** Adds two values with the same unit, exactly. */
export const add = <Value extends Exact>(augend: Value, addend: NoInfer<Value>): Value =>
  compute([augend, addend], addSmall, (left, right) => left.plus(right));

/** Subtracts the second value from the first, exactly. */
export const subtract = <Value extends Exact>(minuend: Value, subtrahend: NoInfer<Value>): Value =>
  compute([minuend, subtrahend], subtractSmall, (left, right) => left.minus(right));

/** Adds any number of values with the same unit, exactly. Returns zero if there are none. */
export function sum<Value extends Exact>(values: Iterable<Value>): Value {
  const list = [...values];
  let small: Small | undefined = nothing;
  for (const value of list) {
    const next: Small | undefined = small && readSmall(value);
    small = next && small && addSmall(small, next);
  }
  if (small) return formatSmall(small) as Value;
  return textOf(list.reduce((total, value) => total.plus(read(value)), read("0" as Value)));
}

const nothing: Small = { units: 0, places: 0 };

/** Multiplies a value by a number, exactly: a price by a quantity, an amount by an exchange rate. */
export const multiply = <Value extends Exact>(value: Value, factor: Quantity | Ratio): Value =>
  compute([value, factor], multiplySmall, (left, right) => left.times(right));

/**
 * Divides a value by a number and keeps 40 significant digits, so round the result. Before a multiplication use
 * `proportion`, which divides last. Throws a RangeError if the divisor is zero.
 */
export const divide = <Value extends Exact>(value: Value, divisor: Quantity | Ratio): Value =>
  textOf(quotient(read(value), read(divisor)));

/**
 * Returns value × part ÷ whole with 40 significant digits. The tax in a price that includes it is `proportion(price,
 * rate, add(hundredPercent, rate))`. Throws a RangeError if the whole is zero.
 */
export const proportion = <Value extends Exact, Part extends Exact>(
  value: Value,
  part: Part,
  whole: NoInfer<Part>,
): Value => textOf(quotient(read(value).times(read(part)), read(whole)));

/** Returns a percentage of a value, exactly and without rounding: 7.5 % of 10 is 0.75. */
export const percent = <Value extends Exact>(value: Value, rate: Percent): Value =>
  compute([value, rate], percentSmall, (left, right) => left.times(right).times(hundredth));

/** Returns the value with the opposite sign. */
export const negate = <Value extends Exact>(value: Value): Value => textOf(read(value).negated());

/** Returns the absolute value. */
export const absolute = <Value extends Exact>(value: Value): Value => textOf(read(value).abs());

/** Returns the value rounded toward zero: 2.9 becomes 2, and -2.9 becomes -2. */
export const truncate = <Value extends Exact>(value: Value): Value => textOf(read(value).trunc());

/**
 * Returns the remainder of a division by a step, with the sign of the value. Throws a RangeError if the step is zero.
 */
export function remainder<Value extends Exact>(value: Value, step: NoInfer<Value>): Value {
  const divisor = read(step);
  if (divisor.isZero()) throw new RangeError("cannot divide by zero");
  return textOf(read(value).mod(divisor));
}

/** Compares two values with the same unit: -1 if the first is less, 1 if it is greater, 0 if they are equal. */
export function compare<Value extends Exact>(left: Value, right: NoInfer<Value>): -1 | 0 | 1 {
  const one = readSmall(left);
  const other = one && readSmall(right);
  return (other && compareSmall(one, other)) ?? (read(left).cmp(read(right)) as -1 | 0 | 1);
}

/** Returns whether two values are equal, regardless of trailing zeros. */
export const equals = <Value extends Exact>(left: Value, right: NoInfer<Value>): boolean => compare(left, right) === 0;

/** Returns whether the first value is less than the second. */
export const isLess = <Value extends Exact>(left: Value, right: NoInfer<Value>): boolean => compare(left, right) < 0;

/** Returns whether the first value is greater than the second. */
export const isGreater = <Value extends Exact>(left: Value, right: NoInfer<Value>): boolean => compare(left, right) > 0;

/** Returns the smallest value. */
export const min = <Value extends Exact>(first: Value, ...others: Value[]): Value =>
  others.reduce((least, other) => (compare(other, least) < 0 ? other : least), first);

/** Returns the greatest value. */
export const max = <Value extends Exact>(first: Value, ...others: Value[]): Value =>
  others.reduce((greatest, other) => (compare(other, greatest) > 0 ? other : greatest), first);

/** Returns whether the value is zero. */
export const isZero = (value: Exact): boolean => /^-?[0.]+$/.test(value);

/** Returns whether the value is negative. */
export const isNegative = (value: Exact): boolean => value.startsWith("-") && !isZero(value);

/** Returns whether the value is positive. */
export const isPositive = (value: Exact): boolean => !value.startsWith("-") && !isZero(value);
