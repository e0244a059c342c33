/**
 * A decimal whose digits fit exactly in a JavaScript integer: `units` ÷ 10^`places`. Nearly all amounts do, and computing
 * with them is several times faster than with decimal.js.
 */
export interface Small {
  readonly units: number;
  readonly places: number;
}

/** Maximum number of digits to read: every integer of 15 digits is exact. */
const maxDigits = 15;

const powers: readonly number[] = Array.from({ length: maxDigits + 1 }, (_, exponent) => Number(`1e${exponent}`));

const [minus, point, zeroDigit] = [45, 46, 48];

/** Reads a decimal in plain digits; undefined if it has too many of them. */
export function readSmall(text: string): Small | undefined {
  const { length } = text;
  if (length > maxDigits) return undefined;
  let units = 0;
  let places = -1;
  const isNegative = text.charCodeAt(0) === minus;
  for (let index = isNegative ? 1 : 0; index < length; index++) {
    const code = text.charCodeAt(index);
    if (code === point) places = length - index - 1;
    else units = units * 10 + code - zeroDigit;
  }
  return { units: isNegative ? -units : units, places: places < 0 ? 0 : places };
}

/** Returns the units of a decimal at more places; undefined if they are not exact. */
function unitsAt({ units, places }: Small, more: number): number | undefined {
  if (places === more) return units;
  const scaled = units * (powers[more - places] ?? Infinity);
  return Number.isSafeInteger(scaled) ? scaled : undefined;
}

/** Returns the sum; undefined if it is not exact. */
export function addSmall(one: Small, other: Small): Small | undefined {
  const places = Math.max(one.places, other.places);
  const [left, right] = [unitsAt(one, places), unitsAt(other, places)];
  if (left === undefined || right === undefined) return undefined;
  return safe(left + right, places);
}

/** Returns the decimal with the opposite sign. */
export const negateSmall = ({ units, places }: Small): Small => ({ units: -units, places });

/** Returns the product; undefined if it is not exact. */
export const multiplySmall = (one: Small, other: Small): Small | undefined =>
  safe(one.units * other.units, one.places + other.places);

/** Returns the decimal with the point moved to the left; undefined if it then has too many places. */
export const shiftSmall = ({ units, places }: Small, by: number): Small | undefined => safe(units, places + by);

const safe = (units: number, places: number): Small | undefined =>
  Number.isSafeInteger(units) && places <= maxDigits ? { units, places } : undefined;

/** Returns -1, 0 or 1; undefined if the decimals cannot be compared exactly. */
export function compareSmall(one: Small, other: Small): -1 | 0 | 1 | undefined {
  const places = Math.max(one.places, other.places);
  const [left, right] = [unitsAt(one, places), unitsAt(other, places)];
  if (left === undefined || right === undefined) return undefined;
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Rounds half away from zero. */
export function roundSmall(value: Small, digits: number): Small {
  const { units, places } = value;
  const power = powers[places - digits];
  if (places <= digits || power === undefined) return value;
  const rest = units % power;
  const down = (units - rest) / power;
  return { units: 2 * Math.abs(rest) >= power ? down + Math.sign(rest) : down, places: digits };
}

/** Formats a decimal in plain digits, without trailing zeros or a negative zero. */
export function formatSmall(value: Small): string {
  let { units, places } = value;
  if (units === 0) return "0";
  while (places > 0 && units % 10 === 0) {
    units /= 10;
    places--;
  }
  if (places === 0) return String(units);
  const digits = String(Math.abs(units)).padStart(places + 1, "0");
  const whole = digits.length - places;
  return `${units < 0 ? "-" : ""}${digits.slice(0, whole)}.${digits.slice(whole)}`;
}
