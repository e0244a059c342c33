/** A decimal number as text, exact from the wire to the column. */
export type DecimalText = string;

/** Matches each text in only one way, so that long runs of digits cause no backtracking. */
const pattern = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;

/** Maximum length of a decimal. Longer ones fit no column, and writing out `1e999999999` could exhaust the memory. */
const maxDecimalLength = 100;

/** Returns the decimal of a JSON number or a numeric string; undefined if it is not a decimal or too long. */
export function toDecimal(value: unknown): DecimalText | undefined {
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : undefined;
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  return text.length <= maxDecimalLength && pattern.test(text) ? text : undefined;
}

/** Returns a decimal without exponent, plus sign or trailing zeros. */
export function plainDecimal(value: DecimalText | number): string {
  let text = String(value);
  if (/[eE+]/.test(text)) text = expand(text);
  const point = text.indexOf(".");
  if (point < 0) return text;
  let end = text.length;
  while (text.endsWith("0", end)) end -= 1;
  const short = text.slice(0, end === point + 1 ? point : end);
  return short === "-0" || short === "" ? "0" : short.startsWith(".") ? `0${short}` : short;
}

function expand(text: string): string {
  const [mantissa = "0", exponent = "0"] = text.replace(/^\+/, "").toLowerCase().split("e");
  const negative = mantissa.startsWith("-");
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  const shifted =
    point <= 0
      ? `0.${"0".repeat(-point)}${digits}`
      : digits.length <= point
        ? digits + "0".repeat(point - digits.length)
        : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return (negative ? "-" : "") + shifted.replace(/^0+(?=\d)/, "");
}
