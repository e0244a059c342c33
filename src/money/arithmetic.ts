import type { Exact, Percent, Quantity, Ratio } from "./amount.js";
import { type Decimal, powerOfTen, quotient, read, textOf } from "./exact.js";

const hundredth = powerOfTen(-2);

/** Adds two values of one kind, exactly. */
export const add = <Value extends Exact>(augend: Value, addend: NoInfer<Value>): Value =>
  textOf(read(augend).plus(read(addend)));

/** Subtracts the second value from the first, exactly. */
export const subtract = <Value extends Exact>(minuend: Value, subtrahend: NoInfer<Value>): Value =>
  textOf(read(minuend).minus(read(subtrahend)));

/** Adds any number of values of one kind, exactly; zero when there are none. */
export function sum<Value extends Exact>(values: Iterable<Value>): Value {
  let total: Decimal | undefined;
  for (const value of values) total = total === undefined ? read(value) : total.plus(read(value));
  return total === undefined ? ("0" as Value) : textOf(total);
}

/** Multiplies a value by a number, exactly: a price by a quantity, an amount by an exchange rate. */
export const multiply = <Value extends Exact>(value: Value, factor: Quantity | Ratio): Value =>
  textOf(read(value).times(read(factor)));

/**
 * Divides a value by a number and keeps 40 significant digits, so round the result. Where a multiplication follows, use
 * `proportion`, which divides last. Throws a RangeError when the divisor is zero.
 */
export const divide = <Value extends Exact>(value: Value, divisor: Quantity | Ratio): Value =>
  textOf(quotient(read(value), read(divisor)));

/**
 * Returns value × part ÷ whole, and keeps 40 significant digits: the tax in a price that includes it is
 * `proportion(price, rate, add(hundredPercent, rate))`. Throws a RangeError when the whole is zero.
 */
export const proportion = <Value extends Exact, Part extends Exact>(
  value: Value,
  part: Part,
  whole: NoInfer<Part>,
): Value => textOf(quotient(read(value).times(read(part)), read(whole)));

/** Returns a percentage of a value, exactly and so unrounded: 7.5 % of 10 is 0.75. */
export const percent = <Value extends Exact>(value: Value, rate: Percent): Value =>
  textOf(read(value).times(read(rate)).times(hundredth));

/** Returns the value with the opposite sign. */
export const negate = <Value extends Exact>(value: Value): Value => textOf(read(value).negated());

/** Returns the value without its sign. */
export const absolute = <Value extends Exact>(value: Value): Value => textOf(read(value).abs());

/** Returns the whole number next to the value on the side of zero: 2.9 becomes 2, and -2.9 becomes -2. */
export const truncate = <Value extends Exact>(value: Value): Value => textOf(read(value).trunc());

/**
 * Returns what is left of a value after as many whole steps as it holds, with the sign of the value. Throws a RangeError
 * when the step is zero.
 */
export function remainder<Value extends Exact>(value: Value, step: NoInfer<Value>): Value {
  const divisor = read(step);
  if (divisor.isZero()) throw new RangeError("cannot divide by zero");
  return textOf(read(value).mod(divisor));
}

/** Compares two values of one kind: -1 when the first is less, 1 when it is greater, 0 when they are equal. */
export const compare = <Value extends Exact>(left: Value, right: NoInfer<Value>): -1 | 0 | 1 =>
  read(left).cmp(read(right)) as -1 | 0 | 1;

/** Tells whether two values are equal, whatever zeros they end with. */
export const equals = <Value extends Exact>(left: Value, right: NoInfer<Value>): boolean => compare(left, right) === 0;

/** Tells whether the first value is less than the second. */
export const isLess = <Value extends Exact>(left: Value, right: NoInfer<Value>): boolean => compare(left, right) < 0;

/** Tells whether the first value is greater than the second. */
export const isGreater = <Value extends Exact>(left: Value, right: NoInfer<Value>): boolean => compare(left, right) > 0;

/** Returns the least of the values. */
export const min = <Value extends Exact>(first: Value, ...others: Value[]): Value =>
  others.reduce((least, other) => (compare(other, least) < 0 ? other : least), first);

/** Returns the greatest of the values. */
export const max = <Value extends Exact>(first: Value, ...others: Value[]): Value =>
  others.reduce((greatest, other) => (compare(other, greatest) > 0 ? other : greatest), first);

/** Tells whether the value is zero. */
export const isZero = (value: Exact): boolean => read(value).isZero();

/** Tells whether the value is less than zero. */
export const isNegative = (value: Exact): boolean => read(value).lessThan(0);

/** Tells whether the value is greater than zero. */
export const isPositive = (value: Exact): boolean => read(value).greaterThan(0);
