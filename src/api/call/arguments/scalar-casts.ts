import type { GraphQLScalarType } from "graphql";
import { isDecimal, toDecimal, toTexts } from "../../contract/scalars.js";
import { wrongType } from "./conversion-errors.js";

/** Casts a value to its declared type as Magento does. Throws 400 for a value that cannot be cast. */
export type Cast = (value: unknown) => unknown;

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
      return (value) => Number(toDecimalOrThrow(value));
    case "Boolean":
      return toBoolean;
    case "Mixed":
      return toMixed;
    case "Texts":
      return toTextsOrThrow;
    case "Json":
      return (value) => value;
    default:
      return toText;
  }
}

/** Returns the cast of a scalar in a list. As in PHP, any value can be cast; a text counts up to its first non-digit. */
export function itemCast(type: GraphQLScalarType): Cast {
  const cast = scalarCast(type);
  if (type.name === "Mixed" || type.name === "Json") return cast;
  if (type.name === "Boolean") return (value) => !isEmpty(value);
  if (type.name === "Int" || type.name === "Float" || isDecimal(type)) return (value) => cast(numberIn(value));
  return (value) => (value === null ? "" : toText(value));
}

/** Whether PHP considers a value empty. */
const isEmpty = (value: unknown): boolean =>
  value === "0" || !value || (typeof value === "object" && Object.keys(value).length === 0);

function numberIn(value: unknown): unknown {
  if (typeof value === "string") return /^\s*([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)/i.exec(value)?.[1] ?? "0";
  return typeof value === "number" ? value : isEmpty(value) ? 0 : 1;
}

function toDecimalOrThrow(value: unknown): string {
  const decimal = toDecimal(value);
  if (decimal === undefined) throw wrongType(value, "float");
  return decimal;
}

/** Truncates numeric text at the decimal point, as PHP does. Throws for more than 32 bits, which no column can store. */
function toInt(value: unknown): number {
  const decimal = toDecimal(value);
  const number = decimal === undefined ? NaN : Math.trunc(Number(decimal));
  if (!(Math.abs(number) <= 2147483647)) throw wrongType(value, "int");
  return number;
}

function toBoolean(value: unknown): boolean {
  if (typeof value === "object") throw wrongType(value, "bool");
  return /^(1|true|on|yes)$/i.test(String(value).trim());
}

function toText(value: unknown): string {
  if (typeof value === "object") throw wrongType(value, "string");
  if (value === true) return "1";
  if (value === false) return "";
  return wellFormed(String(value));
}

function toTextsOrThrow(value: unknown): unknown {
  const texts = toTexts(value);
  if (!texts) throw wrongType(value, "string[]");
  if (Array.isArray(texts)) return texts.map(wellFormed);
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, wellFormed(text)]));
}

/** Rejects a NUL, and replaces half of a surrogate pair: PostgreSQL can store neither. */
function wellFormed(text: string): string {
  if (text.includes("\0")) throw wrongType(text.replaceAll("\0", "\\0"), "string");
  return text.toWellFormed();
}

/** Casts the value of an attribute: a scalar or a list of scalars. To PHP an object is a list, too. */
function toMixed(value: unknown): unknown {
  if (typeof value === "object" && value !== null)
    return Object.values(value).map((item) => (typeof item === "object" ? refuse(item) : toMixed(item)));
  return typeof value === "string" ? wellFormed(value) : value;

  function refuse(item: unknown): never {
    throw wrongType(item, "string");
  }
}
