import { invalid } from "../call/errors.js";
import type { DecimalText } from "../contract/scalars.js";
import type { Amount, Exact, Percent, Quantity } from "./amount.js";
import { type Decimal, parse, powerOfTen, textOf } from "./exact.js";

/** What a column of decimals holds. */
export interface DecimalColumn<Value extends Exact> {
  /** The most digits before the point. */
  readonly digits: number;
  /** The most digits after the point; a value with more is rounded half away from zero. */
  readonly places: number;
  /** The least value. `aboveZero` is checked after rounding, the other limits before. */
  readonly least: "any" | "zero" | "aboveZero";
  /** The greatest value, where it is not the digits that limit it. */
  readonly most?: number;
  /** Matches text that can be stored as it is, which nearly all is: calls send ten thousand at a time. */
  readonly settled: RegExp;
  /** Never there: it ties the column to the kind of its values. */
  readonly value?: Value;
}

function column<Value extends Exact>(
  digits: number,
  places: number,
  limits: Pick<DecimalColumn<Value>, "least" | "most">,
): DecimalColumn<Value> {
  const whole = `[1-9]\\d{0,${digits - (limits.most === undefined ? 1 : 2)}}`;
  const fraction = `(?:\\.\\d{0,${places - 1}}[1-9])?`;
  const settled = limits.least === "aboveZero" ? `^${whole}${fraction}$` : `^(?:0|${whole})${fraction}$`;
  return { digits, places, ...limits, settled: new RegExp(settled) };
}

/** Prices, and other amounts that are not negative. */
export const amountColumn = column<Amount>(14, 6, { least: "zero" });
/** Amounts that may be negative, such as a surcharge that reduces the price. */
export const signedAmountColumn = column<Amount>(14, 6, { least: "any" });
/** Quantities above zero: of a tier price, of a selection of a bundle. */
export const quantityColumn = column<Quantity>(8, 4, { least: "aboveZero" });
/** Quantities that may be zero. */
export const countColumn = column<Quantity>(8, 4, { least: "zero" });
/** Quantities that may be negative, as stock on back order is. */
export const stockColumn = column<Quantity>(8, 4, { least: "any" });
/** Discounts in percent of a price. */
const discountColumn = column<Percent>(3, 2, { least: "zero", most: 100 });
/** Tax rates in percent. */
export const taxRateColumn = column<Percent>(8, 4, { least: "zero" });

/** Returns the decimal as the column keeps it, in plain digits; undefined when it is missing or does not fit. */
export function fit<Value extends Exact>(
  given: DecimalText | null | undefined,
  column: DecimalColumn<Value>,
): Value | undefined {
  if (given === undefined || given === null) return undefined;
  if (column.settled.test(given)) return given as Value;
  const exact = parse(given);
  // Limits hold before rounding, which would write out every digit of `1e9999`.
  if (exact === undefined || !isWithin(exact, column)) return undefined;
  const rounded = exact.toDecimalPlaces(column.places);
  if (rounded.abs().greaterThanOrEqualTo(powerOfTen(column.digits))) return undefined;
  return column.least === "aboveZero" && rounded.isZero() ? undefined : textOf<Value>(rounded);
}

const isWithin = (value: Decimal, { digits, least, most }: DecimalColumn<Exact>): boolean =>
  value.e <= digits && (least === "any" || !value.lessThan(0)) && (most === undefined || !value.greaterThan(most));

/** Returns the decimal as the column keeps it. Throws a 400 that names the field when it does not fit. */
export function fitOrThrow<Value extends Exact>(
  fieldName: string,
  given: DecimalText,
  column: DecimalColumn<Value>,
): Value {
  const value = fit(given, column);
  if (value === undefined) throw invalid(fieldName, given);
  return value;
}

/** Returns the price as `numeric(20, 6)` keeps it; undefined when it is missing, negative or does not fit. */
export const toAmount = (given: DecimalText | null | undefined): Amount | undefined => fit(given, amountColumn);

/** Returns the quantity as `numeric(12, 4)` keeps it; undefined when it is missing, not above zero or does not fit. */
export const toQuantity = (given: DecimalText | null | undefined): Quantity | undefined => fit(given, quantityColumn);

/** Returns the discount as `numeric(5, 2)` keeps it; undefined when it is missing or not between 0 and 100. */
export const toDiscount = (given: DecimalText | null | undefined): Percent | undefined => fit(given, discountColumn);
