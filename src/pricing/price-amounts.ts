import { Decimal } from "decimal.js";
import { type DecimalText, plainDecimal } from "../contract/scalars.js";

const plainAmount = /^\d{1,14}(\.\d{1,6})?$/;
const plainQuantity = /^[1-9]\d{0,7}$/;

/** The amount as `numeric(20, 6)` keeps it, or undefined where it is missing, negative or does not fit. */
export function toAmount(value: DecimalText | null | undefined): DecimalText | undefined {
  if (value === undefined || value === null) return undefined;
  return plainAmount.test(value) ? value : rounded(value, { places: 6, below: 1e14 });
}

/** The quantity as `numeric(12, 4)` keeps it, or undefined where it is missing, not above 0, or does not fit. */
export function toQuantity(value: DecimalText | null | undefined): DecimalText | undefined {
  if (value === undefined || value === null) return undefined;
  if (plainQuantity.test(value)) return value;
  const quantity = rounded(value, { places: 4, below: 1e8 });
  return quantity === "0" ? undefined : quantity;
}

/** Text that PostgreSQL can read, whatever the number of digits or the exponent of what was sent. */
function rounded(value: DecimalText, { places, below }: { places: number; below: number }): DecimalText | undefined {
  const approximate = Number(value);
  if (!(approximate >= 0) || approximate > below) return undefined;
  const exact = new Decimal(value).toDecimalPlaces(places, Decimal.ROUND_HALF_UP);
  return exact.gte(below) ? undefined : exact.abs().toFixed();
}

/**
 * A value as the parameters of a failed row show it: null and what is missing as nothing, numbers as PHP prints them
 * (`10`, `9.5`, `1.0E+25`).
 */
export function shown(value: string | number | null | undefined): string {
  return value === undefined || value === null ? "" : String(value);
}

/** As `shown`, of a decimal. */
export function shownDecimal(value: DecimalText | null | undefined): string {
  if (value === undefined || value === null) return "";
  const size = Math.abs(Number(value));
  if (size === 0) return "0";
  if (size < 1e15 && size >= 1e-4) return plainDecimal(value);
  const [digits = "", exponent = ""] = new Decimal(value).toExponential().split("e");
  return `${digits.includes(".") ? digits : `${digits}.0`}E${exponent}`;
}
