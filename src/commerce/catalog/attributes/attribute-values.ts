import { inputError, invalid } from "../../../api/call/errors.js";
import { utcSecond } from "../../../api/contract/dates.js";
import { toDecimal } from "../../../api/contract/scalars.js";
import { amountColumn, fit, signedAmountColumn } from "../../../platform/money/columns.js";
import { formatFixed } from "../../../platform/money/format.js";
import { wrongValueType } from "./attribute-errors.js";
import type { AttributeFacts } from "./product-attributes.sql.js";
import { amountNotPositive } from "../products/product-errors.js";

/** Allowed values of attributes that the system depends on. Older clients send 0 for a disabled product. */
const fixedChoices: Readonly<Record<string, readonly string[]>> = {
  status: ["0", "1", "2"],
  visibility: ["1", "2", "3", "4"],
};

/** The type that Magento expects, by backend type. */
const typeNames: Readonly<Record<string, string>> = { int: "int", decimal: "float" };

/**
 * Converts a value to the form in which it is stored: text, decimals with six places, dates as `YYYY-MM-DD hh:mm:ss`,
 * multiple choices joined by commas, null if empty. Throws 400 if the value does not fit the attribute's type: a choice,
 * a boolean or a whole number is neither an empty text nor `true` or `false`. An empty price is 0.
 */
export function toStoredValue(attribute: AttributeFacts, value: unknown): string | null {
  if (value === null || value === undefined) return null;
  const given = toScalar(attribute, value);
  if (given === "" && attribute.frontend_input !== "price") return null;
  const stored = toBackendType(attribute, given === "" ? 0 : given);
  const choices = fixedChoices[attribute.code] ?? (attribute.frontend_input === "boolean" ? ["0", "1"] : undefined);
  if (choices && !choices.includes(stored)) throw invalid(attribute.code, stored);
  checkClass(attribute, stored);
  return stored;
}

/** Returns a text or a number. `true` and `false` are the texts `1` and an empty one, as in PHP. */
function toScalar(attribute: AttributeFacts, value: unknown): string | number {
  const { backend_type: type, frontend_input: input } = attribute;
  if (Array.isArray(value)) throw wrongValueType(attribute, "array", typeNames[type] ?? "string");
  const given = typeof value === "boolean" ? (value ? "1" : "") : (value as string | number);
  if (type === "int" && (given === "" || typeof value === "boolean"))
    throw wrongValueType(attribute, String(given), "int");
  return input === "multiselect" ? joinChoices(attribute, given) : given;
}

/** Joins multiple choices, given as comma-separated text, without white space, as the search index requires. */
function joinChoices(attribute: AttributeFacts, given: string | number): string {
  const items = String(given)
    .split(",")
    .map((item) => item.trim());
  const odd = items.find((item) => /[\s,]/.test(item));
  if (odd !== undefined) throw invalid(attribute.code, odd);
  return items.filter((item) => item !== "").join(",");
}

/** Validation rules by their name in `frontend_class`, with their error messages. */
const classes: Readonly<Record<string, { readonly pattern: RegExp; readonly reason: string }>> = {
  "validate-number": { pattern: /^\s*-?\d*(\.\d*)?\s*$/, reason: '"%1" contains non-numeric characters.' },
  "validate-digits": { pattern: /^\d+$/, reason: '"%1" contains non-numeric characters.' },
  "validate-email": { pattern: /^[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/, reason: '"%1" is not a valid email address.' },
  "validate-url": { pattern: /^(https?|ftp):\/\/[^\s/.]+[^\s]*$/i, reason: '"%1" is not a valid URL.' },
  "validate-alpha": { pattern: /^[a-zA-Z]+$/, reason: '"%1" contains non-alphabetic characters.' },
  "validate-alphanum": {
    pattern: /^[a-zA-Z0-9]+$/,
    reason: '"%1" contains non-alphabetic or non-numeric characters.',
  },
};

function checkClass({ frontend_class, label }: AttributeFacts, value: string): void {
  const rule = frontend_class && Object.hasOwn(classes, frontend_class) ? classes[frontend_class] : undefined;
  if (rule && !rule.pattern.test(value)) throw inputError(rule.reason, [label]);
}

function toBackendType(attribute: AttributeFacts, given: string | number): string {
  switch (attribute.backend_type) {
    case "int":
      return toWhole(attribute, given);
    case "decimal":
      return toSixPlaces(attribute, given);
    case "datetime":
      return toTimestamp(attribute, String(given));
    default:
      return toText(attribute, String(given));
  }
}

function toWhole(attribute: AttributeFacts, given: string | number): string {
  const number = Number(toDecimal(given));
  if (!Number.isInteger(number) || Math.abs(number) > 2147483647) throw wrongValueType(attribute, String(given), "int");
  return String(number);
}

/** Prices and weights are never negative. A decimal has at most fourteen digits before the decimal point. */
function toSixPlaces(attribute: AttributeFacts, given: string | number): string {
  const decimal = toDecimal(given);
  if (decimal === undefined || decimal.length > 100) throw wrongValueType(attribute, String(given), "float");
  const neverNegative = attribute.frontend_input === "price" || attribute.frontend_input === "weight";
  const fitting = fit(decimal, neverNegative ? amountColumn : signedAmountColumn);
  if (fitting === undefined) throw amountNotPositive();
  return formatFixed(fitting, 6);
}

/** `MM/DD/YYYY`, optionally with a time. */
const usDate = /^(\d{1,2})\/(\d{1,2})\/(\d{4})( .+)?$/;

/** `DD.MM.YYYY`, optionally with a time. */
const dottedDate = /^(\d{1,2})\.(\d{1,2})\.(\d{4})( .+)?$/;

/** Seconds since 1970. Fewer digits could be a year. */
const unixTime = /^\d{9,10}$/;

/** A time zone after a time. */
const zone = /(:\d{2}(?:\.\d+)?) ?(?:Z|[+-]\d{2}:?\d{2})$/;

/**
 * Returns `YYYY-MM-DD hh:mm:ss`, or undefined if the text is not a date in one of the forms that have only one meaning in
 * Magento. Dates of attributes have no time zone: one that is sent is ignored, as in Magento.
 */
export function parseTimestamp(text: string): string | undefined {
  const given = text.trim();
  if (unixTime.test(given)) return new Date(Number(given) * 1000).toISOString().slice(0, 19).replace("T", " ");
  return utcSecond(given.replace(usDate, "$3-$1-$2$4").replace(dottedDate, "$3-$2-$1$4").replace(zone, "$1"));
}

function toTimestamp(attribute: AttributeFacts, given: string): string {
  const parsed = parseTimestamp(given);
  if (parsed === undefined) throw invalid(attribute.code, given);
  return parsed;
}

/** Cuts a text to the length of its column, as Magento does. */
function toText({ max_length, backend_type }: AttributeFacts, given: string): string {
  const limit = max_length ?? (backend_type === "varchar" ? 255 : undefined);
  return limit === undefined || given.length <= limit ? given : [...given].slice(0, limit).join("");
}
