import {
  getNullableType,
  type GraphQLArgument,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLScalarType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isRequiredArgument,
} from "graphql";
import { inputError, missing, notAllParametersValid, scriptNotAllowed, unsupportedField, wrongType } from "./errors.js";
import type { Arguments } from "./method-call.js";
import { isDecimal, toDecimal } from "../contract/scalars.js";

/** Casts a value to its declared type as Magento does. `field` is the key it stood under, absent for an argument. */
type Cast = (value: unknown, field?: string) => unknown;

type Given = Readonly<Record<string, unknown>>;

/** The parts of a request that arguments are read from. */
export interface Input {
  readonly body: Given;
  readonly query: Given;
  readonly path: Readonly<Record<string, string>>;
}

/** Reads the arguments of an operation. */
export type Reader = (input: Input) => Arguments;

/** The facts of a route that its reader is compiled from. */
export interface ReadableRoute {
  readonly args: readonly GraphQLArgument[];
  /** The arguments that the caller cannot choose, by name; a name with a dot is a field of an input object. */
  readonly bind: Readonly<Record<string, unknown>>;
  /** Where each path parameter goes: an argument (`sku`) or a field of an input object (`product.sku`). */
  readonly targets: Readonly<Record<string, string>>;
}

/**
 * Compiles the reader of a route. The body wins over the path and the path over the query; a path parameter that is a
 * field of an input object fills the field where the body leaves it out. Keys come in snake_case or camelCase.
 * Throws 400: missing arguments, values of a wrong type, unknown nested keys.
 */
export function readerOf({ args: declared, bind, targets }: ReadableRoute): Reader {
  const casts = declared.map((arg) => ({
    name: arg.name,
    required: isRequiredArgument(arg) && !(arg.name in bind),
    bound: arg.name in bind,
    isLookedUp: typeof bind[arg.name] === "object" && targets[arg.name] === arg.name,
    fallback: arg.defaultValue,
    cast: castOf(arg.type),
    isObject: isInputObjectType(getNullableType(arg.type)),
  }));
  const filled = Object.entries(targets).filter(([, target]) => target.includes("."));
  return ({ body, query, path }) => {
    const args: Record<string, unknown> = {};
    const absent: string[] = [];
    for (const { name, required, bound, isLookedUp, fallback, cast, isObject } of casts) {
      if (isLookedUp && path[name] === undefined) absent.push(name);
      else if (isLookedUp) args[name] = path[name];
      if (bound && !isObject) continue;
      const inPath = targets[name] === name ? path[name] : undefined;
      const value = pick(body, name) ?? inPath ?? pick(query, name);
      if (value === undefined || value === null) {
        if (required) absent.push(name);
        else if (fallback !== undefined) args[name] = fallback;
      } else {
        args[name] = isObject && value === "" ? {} : cast(value);
      }
    }
    for (const [parameter, target] of filled) fill(args, target, path[parameter]);
    if (absent.length > 0) throw missing(absent);
    return args;
  };

  function fill(args: Record<string, unknown>, target: string, value: string | undefined): void {
    const [argument = "", property = ""] = target.split(".");
    const object = args[argument] as Given | undefined;
    if (!object || object[property] != null || value === undefined) return;
    const type = declared.find((arg) => arg.name === argument)?.type;
    const named = type && getNullableType(type);
    const cast = isInputObjectType(named) ? objectCasts(named).get(property)?.cast : undefined;
    args[argument] = { ...object, [property]: cast ? cast(value, property) : value };
  }
}

/** An argument under its own name or in snake case; what is absent or null counts as not given. */
function pick(given: Given, name: string): unknown {
  if (Object.hasOwn(given, name)) return given[name];
  const snake = snakeCase(name);
  return snake !== name && Object.hasOwn(given, snake) ? given[snake] : undefined;
}

function castOf(type: GraphQLInputType): Cast {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return listCast(nullable.ofType);
  if (isInputObjectType(nullable)) return (value, field) => castObject(nullable, value, field);
  const cast = scalarCast(nullable as GraphQLScalarType);
  return (value, field) => (value === null ? null : cast(value, field));
}

function listCast(inner: GraphQLInputType): Cast {
  const item = castOf(inner);
  const ofObjects = isInputObjectType(getNullableType(inner));
  const typeName = `${typeNames[String(getNullableType(inner))] ?? "mixed"}[]`;
  return (value, field) => {
    if (value === null) return null;
    const items = toList(value);
    if (items && !(isNonNullType(inner) && items.includes(null))) return items.map((element) => item(element, field));
    throw ofObjects ? notAllParametersValid() : wrongType(value, typeName, field);
  };
}

/** A list, an object with numeric keys (from a query string), or an XML element of `item`s. */
function toList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as readonly unknown[];
  if (typeof value !== "object" || value === null) return undefined;
  const entries: readonly (readonly [string, unknown])[] = Object.entries(value);
  if (entries.every(([key]) => /^\d+$/.test(key))) return entries.map(([, element]) => element);
  const [only, ...others] = entries;
  if (only?.[0] !== "item" || others.length > 0) return undefined;
  return Array.isArray(only[1]) ? (only[1] as readonly unknown[]) : [only[1]];
}

interface FieldCast {
  readonly name: string;
  readonly cast: Cast;
}

const compiled = new WeakMap<GraphQLInputObjectType, ReadonlyMap<string, FieldCast>>();

/** The casts of an object's fields, by every spelling of their keys. Compiled when first used, since shapes may nest in themselves. */
function objectCasts(type: GraphQLInputObjectType): ReadonlyMap<string, FieldCast> {
  const known = compiled.get(type);
  if (known) return known;
  const casts = new Map<string, FieldCast>();
  compiled.set(type, casts);
  for (const field of Object.values(type.getFields())) {
    const cast = field.name === "custom_attributes" ? customAttributesCast(field.type) : castOf(field.type);
    const entry = { name: field.name, cast };
    casts.set(field.name, entry);
    casts.set(camelCase(field.name), entry);
  }
  return casts;
}

/** `customerId` → `customer_id`; what is in snake case stays. */
export const snakeCase = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

const camelCase = (name: string) => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function castObject(type: GraphQLInputObjectType, value: unknown, field?: string): unknown {
  if (value === null) return null;
  if (value === "") return {};
  if (typeof value !== "object" || Array.isArray(value)) {
    if (Array.isArray(value) && value.length === 0) return {};
    throw field === undefined ? notAllParametersValid() : wrongType(value, type.name.replace(/Input$/, ""), field);
  }
  const casts = objectCasts(type);
  const result: Record<string, unknown> = {};
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    const known = casts.get(key);
    if (!known) throw unsupportedField(key);
    if (known.name in result) continue;
    result[known.name] = known.cast((value as Given)[key], key);
  }
  return result;
}

/** Custom attributes come as a list of codes with values, or as an object by code; each gap has a message of its own. */
function customAttributesCast(type: GraphQLInputType): Cast {
  const cast = castOf(type);
  return (value, field) => {
    if (value === null) return null;
    const list = toList(value) ?? (typeof value === "object" ? byCode(value as Given) : undefined);
    if (!list) throw wrongType(value, "AttributeInterface[]", field);
    for (const item of list) checkCustomAttribute(item);
    return cast(list, field);
  };
}

const byCode = (values: Given) =>
  Object.entries(values).map(([attribute_code, value]) =>
    typeof value === "object" && value !== null && "attribute_code" in value ? value : { attribute_code, value },
  );

function checkCustomAttribute(item: unknown): void {
  const given = (typeof item === "object" && item !== null ? item : {}) as Given;
  const code = given["attribute_code"] ?? given["attributeCode"] ?? "";
  const hasValue = Object.hasOwn(given, "value");
  if (code === "" && !hasValue) {
    throw inputError("An empty custom attribute is specified. Enter the attribute and try again.");
  }
  if (code === "") {
    throw inputError("A custom attribute is specified with a missing attribute code. Verify the code and try again.");
  }
  if (!hasValue) {
    throw inputError('The "%1" attribute code doesn\'t have a value set. Enter the value and try again.', [
      String(code),
    ]);
  }
}

const typeNames: Readonly<Record<string, string>> = {
  String: "string",
  ID: "string",
  Int: "int",
  Float: "float",
  Boolean: "bool",
};

function scalarCast(type: GraphQLScalarType): Cast {
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

/** Numeric text is cut at its decimal point, as PHP does; beyond 32 bits there is no column for it. */
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

/** Neither a NUL nor half a surrogate pair can be stored. */
function wellFormed(text: string, field?: string): string {
  if (text.includes("\0")) throw wrongType(text.replaceAll("\0", "\\0"), "string", field);
  if (text.includes("<") && hasScript(text)) throw scriptNotAllowed(field ?? "value");
  return text.toWellFormed();
}

/**
 * Whether text carries a script element. One pattern for all of it would look through the rest of the text again for each
 * start tag; behind the first start tag there is as much to find as behind any other.
 */
function hasScript(text: string): boolean {
  const start = text.search(/<script\b/i);
  const end = start < 0 ? -1 : text.indexOf(">", start);
  return end >= 0 && /<\/script\s*>/i.test(text.slice(end + 1));
}

/** The value of an attribute: a scalar or a list of scalars. Markup is the attribute's own business. */
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
