import type { DecimalText } from "./decimal-text.js";
import type { Amount, Exact, Percent, Quantity, Ratio } from "./amount.js";
import { type Decimal, parse, powerOfTen, read, textOf } from "./exact.js";

/** The limits of a decimal column. */
export interface DecimalColumn<Value extends Exact> {
  /** Maximum digits before the decimal point. */
  readonly digits: number;
  /** Maximum decimal places. A value with more is rounded half away from zero. */
  readonly places: number;
  /** Minimum value. `aboveZero` is checked after rounding, the other limits before. */
  readonly least: "any" | "zero" | "aboveZero";
  /** Maximum value, if it is less than the digits allow. */
  readonly most?: number;
  /** Matches text that can be stored unchanged. Nearly all can, which speeds up calls with ten thousand values. */
  readonly canonical: RegExp;
  /** Never set: it ties the column to the unit of its values. */
  readonly value?: Value;
}

function column<Value extends Exact>(
  digits: number,
  places: number,
  limits: Pick<DecimalColumn<Value>, "least" | "most">,
): DecimalColumn<Value> {
  const whole = `[1-9]\\d{0,${digits - (limits.most === undefined ? 1 : 2)}}`;
  const fraction = `(?:\\.\\d{0,${places - 1}}[1-9])?`;
  const canonical = limits.least === "aboveZero" ? `^${whole}${fraction}$` : `^(?:0|${whole})${fraction}$`;
  return { digits, places, ...limits, canonical: new RegExp(canonical) };
}

/** Prices and other amounts of zero or more. */
export const amountColumn = column<Amount>(14, 6, { least: "zero" });
/** Amounts that may be negative, such as a surcharge that reduces the price. */
export const signedAmountColumn = column<Amount>(14, 6, { least: "any" });
/** Charges of zero or more, such as the price of a gift wrapping. */
export const chargeColumn = column<Amount>(16, 4, { least: "zero" });
/** Whole cents that may be negative, such as a change of a balance. */
export const centsColumn = column<Amount>(16, 2, { least: "any" });
/** Quantities above zero, for example of a tier price or a bundle selection. */
export const quantityColumn = column<Quantity>(8, 4, { least: "aboveZero" });
/** Quantities of zero or more. */
export const countColumn = column<Quantity>(8, 4, { least: "zero" });
/** Quantities that may be negative, such as the stock of a product on back order. */
export const stockColumn = column<Quantity>(8, 4, { least: "any" });
/** Quantities of reservations, which may be negative. */
export const reservationColumn = column<Quantity>(10, 4, { least: "any" });
/** Requested quantities, with more digits than the stock of all sources can add up to. */
export const requestedColumn = column<Quantity>(20, 4, { least: "any" });
/** Discounts, in percent of a price. */
const discountColumn = column<Percent>(3, 2, { least: "zero", most: 100 });
/** Discounts of cart price rules: a percentage, an amount or a number of pieces. */
export const ruleAmountColumn = column<Ratio>(8, 4, { least: "zero" });
/** Tax rates in percent. */
export const taxRateColumn = column<Percent>(8, 4, { least: "zero" });

/** Amounts, quantities and percentages of orders. */
export const orderColumn = column<Exact>(16, 4, { least: "any" });
/** Exchange rates of orders. */
export const exchangeRateColumn = column<Ratio>(12, 12, { least: "any" });
/** Exchange rates of currencies, which are above zero. */
export const rateColumn = column<Ratio>(12, 12, { least: "aboveZero" });
/** Latitudes in degrees. */
export const latitudeColumn = column<Ratio>(2, 6, { least: "any" });
/** Longitudes in degrees. */
export const longitudeColumn = column<Ratio>(3, 6, { least: "any" });

/** Returns the decimal as stored in the column, in plain digits; undefined if it is missing or does not fit. */
export function fit<Value extends Exact>(
  given: DecimalText | null | undefined,
  column: DecimalColumn<Value>,
): Value | undefined {
  if (given === undefined || given === null) return undefined;
  if (column.canonical.test(given)) return given as Value;
  const exact = parse(given);
  // Check the limits before rounding, which would write out every digit of `1e9999`.
  if (exact === undefined || !isWithin(exact, column)) return undefined;
  const rounded = exact.toDecimalPlaces(column.places);
  if (rounded.abs().greaterThanOrEqualTo(powerOfTen(column.digits))) return undefined;
  return column.least === "aboveZero" && rounded.isZero() ? undefined : textOf<Value>(rounded);
}

const isWithin = (value: Decimal, { digits, least, most }: DecimalColumn<Exact>): boolean =>
  value.e <= digits && (least === "any" || !value.lessThan(0)) && (most === undefined || !value.greaterThan(most));

/** Returns the decimal in plain digits if the column stores it without rounding; undefined otherwise. */
export function fitUnrounded<Value extends Exact>(
  given: DecimalText | null | undefined,
  column: DecimalColumn<Value>,
): Value | undefined {
  const value = fit(given, column);
  return value !== undefined && parse(given ?? "")?.equals(read(value)) ? value : undefined;
}

/**
 * Returns the decimal as stored in the column. A decimal beyond the digits of the column becomes the nearest power of ten
 * beyond them. Throws a RangeError for text that is not a decimal.
 */
export function clamp<Value extends Exact>(given: DecimalText, column: DecimalColumn<Value>): Value {
  const value = fit(given, column);
  if (value !== undefined) return value;
  const exact = parse(given);
  if (exact === undefined) throw new RangeError(`"${given.slice(0, 100)}" is not a decimal`);
  const limit = powerOfTen(column.digits);
  return textOf(exact.isNegative() ? limit.negated() : limit);
}

/** Returns the price as stored in `numeric(20, 6)`; undefined if it is missing, negative or too large. */
export const toAmount = (given: DecimalText | null | undefined): Amount | undefined => fit(given, amountColumn);

/** Returns the quantity as stored in `numeric(12, 4)`; undefined if it is missing, not above zero or too large. */
export const toQuantity = (given: DecimalText | null | undefined): Quantity | undefined => fit(given, quantityColumn);

/** Returns the discount as stored in `numeric(5, 2)`; undefined if it is missing or not between 0 and 100. */
export const toDiscount = (given: DecimalText | null | undefined): Percent | undefined => fit(given, discountColumn);
