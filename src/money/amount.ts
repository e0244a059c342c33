import type { DecimalText } from "../contract/scalars.js";
import { parse, textOf } from "./exact.js";

declare const measure: unique symbol;

/**
 * A decimal in plain digits, without exponent, that stands for one kind of thing. Values of different kinds do not add.
 * Zeros at the end are allowed, as the database writes them, so compare values with `equals` and never with `===`.
 */
type Measured<Kind extends string> = string & { readonly [measure]: Kind };

/** An amount of money in a currency that the context knows: `10`, `9.95`, `-0.5`. */
export type Amount = Measured<"amount">;
/** A number of pieces, or of whatever the product is counted in. */
export type Quantity = Measured<"quantity">;
/** A number of hundredths: `7.5` is 7.5 %. */
export type Percent = Measured<"percent">;
/** A number without a unit: a share of something, an exchange rate. */
export type Ratio = Measured<"ratio">;

/** Every kind of value that `src/money` computes with. */
export type Exact = Amount | Quantity | Percent | Ratio;

/** Accepts whole numbers, which are exact; other decimals have to be text. */
type Given = DecimalText | number;

/** Returns a trusted decimal, a constant or a column's value, as an amount. Throws a RangeError when it is not a decimal. */
export const asAmount = (value: Given): Amount => plain(value);
/** Returns a trusted decimal as a quantity. Throws a RangeError when it is not a decimal. */
export const asQuantity = (value: Given): Quantity => plain(value);
/** Returns a trusted decimal as a percentage. Throws a RangeError when it is not a decimal. */
export const asPercent = (value: Given): Percent => plain(value);
/** Returns a trusted decimal as a ratio. Throws a RangeError when it is not a decimal. */
export const asRatio = (value: Given): Ratio => plain(value);

/** More digits than any column holds; without a bound, `1e999999` would become a text of a million digits. */
const highestExponent = 100;

function plain<Value extends Exact>(value: Given): Value {
  const isWhole = typeof value === "string" || Number.isSafeInteger(value);
  const decimal = isWhole ? parse(String(value)) : undefined;
  if (decimal === undefined || Math.abs(decimal.e) > highestExponent) {
    throw new RangeError(`"${String(value).slice(0, 100)}" is not a decimal in text`);
  }
  return textOf(decimal);
}

/** No money. */
export const zero = asAmount(0);
/** Nothing in stock, nothing in the cart. */
export const noPieces = asQuantity(0);
/** The whole of something, as a percentage. */
export const hundredPercent = asPercent(100);
