import type { GraphQLScalarType } from "graphql";
import { isDecimal, toDecimal } from "../../contract/scalars.js";
import { scriptNotAllowed, wrongType } from "../errors.js";

/** Casts a value to its declared type as Magento does. `field` is the key of the value; absent for an argument. */
export type Cast = (value: unknown, field?: string) => unknown;

/** Names of scalars in messages. */
export const scalarNames: Readonly<Record<string, string>> = {
  String: "string",
  ID: "string",
  Int: "int",
  Float: "float",
  Boolean: "bool",
};

/** Returns the cast of a scalar. */
export function scalarCast(type: GraphQLScalarType): Cast {
  if (isDecimal(type)) return toDecimalOrThrow;
  switch (type.name) {
    case "Int":
      return toInt;
    case "Float":
      return (value, field) => Number(toDecimalOrThrow(value, field));
    case "Boolean":
      return toBoolean;
    case "Mixed":
      return toMixed;
    case "Json":
      return (value) => value;
    default:
      return toText;
  }
}

function toDecimalOrThrow(value: unknown, field?: string): string {
  const decimal = toDecimal(value);
  if (decimal === undefined) throw wrongType(value, "float", field);
  return decimal;
}

/** Truncates numeric text at the decimal point, as PHP does. Throws for more than 32 bits, which no column can store. */
function toInt(value: unknown, field?: string): number {
  const decimal = toDecimal(value);
  const number = decimal === undefined ? NaN : Math.trunc(Number(decimal));
  if (!(Math.abs(number) <= 2147483647)) throw wrongType(value, "int", field);
  return number;
}

function toBoolean(value: unknown, field?: string): boolean {
  if (typeof value === "object") throw wrongType(value, "bool", field);
  return /^(1|true|on|yes)$/i.test(String(value).trim());
}

function toText(value: unknown, field?: string): string {
  if (typeof value === "object") throw wrongType(value, "string", field);
  if (value === true) return "1";
  if (value === false) return "";
  return wellFormed(String(value), field);
}

/**
 * Rejects a NUL and script elements, and replaces half of a surrogate pair: PostgreSQL can store neither a NUL nor
 * that.
 */
function wellFormed(text: string, field?: string): string {
  if (text.includes("\0")) throw wrongType(text.replaceAll("\0", "\\0"), "string", field);
  if (text.includes("<") && hasScript(text)) throw scriptNotAllowed(field ?? "value");
  return text.toWellFormed();
}

/**
 * Whether text has a script element. A single pattern would scan the rest of the text again for each start tag; it is
 * enough to look behind the first one.
 */
function hasScript(text: string): boolean {
  const start = text.search(/<script\b/i);
  const end = start < 0 ? -1 : text.indexOf(">", start);
  return end >= 0 && /<\/script\s*>/i.test(text.slice(end + 1));
}

/** Casts the value of an attribute: a scalar or a list of scalars. Each attribute decides about markup itself. */
function toMixed(value: unknown, field?: string): unknown {
  if (Array.isArray(value))
    return value.map((item) => (typeof item === "object" ? refuse(item) : toMixed(item, field)));
  if (typeof value === "object" && value !== null) return refuse(value);
  if (typeof value !== "string") return value;
  if (value.includes("\0")) throw wrongType(value.replaceAll("\0", "\\0"), "string", field);
  return value.toWellFormed();

  function refuse(item: unknown): never {
    throw wrongType(item, "string", field);
  }
}
