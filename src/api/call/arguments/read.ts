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
import { inputError, missing, notAllParametersValid, unsupportedField, WebapiError, wrongType } from "../errors.js";
import type { Arguments } from "../method-call.js";
import { type Cast, scalarCast, scalarNames } from "./scalar-casts.js";
import { camelCase, snakeCase } from "../spelling.js";

type Given = Readonly<Record<string, unknown>>;

/** The parts of a request that arguments are read from. */
export interface Input {
  readonly body: Given;
  readonly query: Given;
  readonly path: Readonly<Record<string, string>>;
}

/** Reads the arguments of an operation. */
export type Reader = (input: Input) => Arguments;

/** The properties of a route from which its reader is compiled. */
export interface ReadableRoute {
  readonly args: readonly GraphQLArgument[];
  /** The arguments that the caller cannot choose, by name; a name with a dot is a field of an input object. */
  readonly bind: Readonly<Record<string, unknown>>;
  /** The target of each path parameter: an argument (`sku`) or a field of an input object (`product.sku`). */
  readonly targets: Readonly<Record<string, string>>;
  /** Throws 400 for a body that the arguments alone would allow. */
  readonly checkBody?: ((body: Given) => void) | undefined;
}

/**
 * Compiles the reader of a route. The body takes precedence over the path, and the path over the query. A path parameter
 * whose target is a field of an input object fills the field if the body leaves it out. Keys come in snake_case or
 * camelCase. Throws 400 for missing arguments, values of a wrong type and unknown nested keys.
 */
export function readerOf({ args: declared, bind, targets, checkBody }: ReadableRoute): Reader {
  const casts = declared.map((arg) => ({
    name: arg.name,
    snake: snakeCase(arg.name),
    required: isRequiredArgument(arg) && !(arg.name in bind),
    bound: arg.name in bind,
    isLookedUp: typeof bind[arg.name] === "object" && targets[arg.name] === arg.name,
    fallback: arg.defaultValue,
    cast: castOf(arg.type),
    isObject: isInputObjectType(getNullableType(arg.type)),
  }));
  const filled = Object.entries(targets).filter(([, target]) => target.includes("."));
  return ({ body, query, path }) => {
    checkBody?.(body);
    const args: Record<string, unknown> = {};
    const absent: string[] = [];
    for (const { name, snake, required, bound, isLookedUp, fallback, cast, isObject } of casts) {
      if (isLookedUp && path[name] === undefined) absent.push(name);
      else if (isLookedUp) args[name] = path[name];
      if (bound && !isObject) continue;
      const inPath = targets[name] === name ? path[name] : undefined;
      const value = pick(body, name, snake) ?? inPath ?? pick(query, name, snake);
      if (value === undefined || value === null) {
        if (required) absent.push(name);
        else if (fallback !== undefined) args[name] = fallback;
      } else {
        args[name] = cast(value);
      }
    }
    for (const [parameter, target] of filled) {
      const isLookedUp = typeof bind[target] === "object";
      fill(args, target.split("."), { declared, value: path[parameter], isLookedUp });
    }
    if (absent.length > 0) throw missing(absent);
    return args;
  };
}

interface PathValue {
  readonly declared: readonly GraphQLArgument[];
  readonly value: string | undefined;
  /** Whether the field is looked up by the parameter, so that the body cannot set it. */
  readonly isLookedUp: boolean;
}

/** Fills a field of an input object with a path parameter if the body leaves the field out or cannot set it. */
function fill(args: Record<string, unknown>, target: readonly string[], given: PathValue): void {
  const { declared, value, isLookedUp } = given;
  const [argument = "", property = ""] = target;
  const object = args[argument] as Given | undefined;
  if (!object || value === undefined || (object[property] != null && !isLookedUp)) return;
  const type = declared.find((arg) => arg.name === argument)?.type;
  const named = type && getNullableType(type);
  const cast = isInputObjectType(named) ? objectCasts(named).get(property)?.cast : undefined;
  args[argument] = { ...object, [property]: cast ? cast(value, property) : value };
}

/** Returns an argument under its own name or in snake case. */
function pick(given: Given, name: string, snake: string): unknown {
  if (Object.hasOwn(given, name)) return given[name];
  return snake !== name && Object.hasOwn(given, snake) ? given[snake] : undefined;
}

function castOf(type: GraphQLInputType): Cast {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return listCast(nullable.ofType);
  if (isInputObjectType(nullable)) return (value) => castObject(nullable, value);
  const cast = scalarCast(nullable as GraphQLScalarType);
  return (value, field) => (value === null ? null : cast(value, field));
}

function listCast(inner: GraphQLInputType): Cast {
  const item = castOf(inner);
  const ofObjects = isInputObjectType(getNullableType(inner));
  const typeName = `${scalarNames[String(getNullableType(inner))] ?? "mixed"}[]`;
  return (value, field) => {
    if (value === null) return null;
    const items = toList(value);
    const odd = ofObjects ? (items?.findIndex(isScalar) ?? -1) : -1;
    if (odd >= 0) throw notAllParametersValid().inElement(odd);
    if (items && !(isNonNullType(inner) && items.includes(null))) return castItems(items, { item, ofObjects, field });
    const absent = items?.indexOf(null) ?? -1;
    if (!ofObjects) throw wrongType(value, typeName, field);
    throw absent < 0 ? notAllParametersValid() : notAllParametersValid().inElement(absent);
  };
}

interface ItemCast {
  readonly item: Cast;
  readonly ofObjects: boolean;
  readonly field: string | undefined;
}

/** Casts the items of a list. An error for an object in the list has its position. */
function castItems(items: readonly unknown[], { item, ofObjects, field }: ItemCast): unknown[] {
  let at = 0;
  try {
    return items.map((element, index) => {
      at = index;
      return item(element, field);
    });
  } catch (error) {
    throw ofObjects && error instanceof WebapiError ? error.inElement(at) : error;
  }
}

/** Whether a value in a list of objects is not an object. Empty text counts as an object without fields. */
const isScalar = (value: unknown) => typeof value !== "object" && value !== "";

/** Lists the items of a list, of an object with numeric keys (from a query string), or of an XML element of `item`s. */
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

/** Returns the casts of fields by every spelling of their keys. Compiled on first use: shapes can contain themselves. */
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

/** Whether a key holds empty extension attributes, which every data object of Magento has and its clients send. */
const isEmptyBag = (key: string, value: unknown): boolean =>
  snakeCase(key) === "extension_attributes" &&
  (typeof value === "object" ? value === null || Object.keys(value).length === 0 : value === "");

function castObject(type: GraphQLInputObjectType, value: unknown): unknown {
  if (value === null) return null;
  // As in Magento, a scalar in place of an object is an object without fields, and the keys of a list are unknown
  // fields.
  if (typeof value !== "object") return {};
  if (Array.isArray(value)) {
    if (value.length === 0) return {};
    throw unsupportedField("0");
  }
  const casts = objectCasts(type);
  const result: Record<string, unknown> = {};
  for (const key in value) {
    if (!Object.hasOwn(value, key)) continue;
    const known = casts.get(key);
    if (!known && isEmptyBag(key, Reflect.get(value, key))) continue;
    if (!known) throw unsupportedField(key);
    if (known.name in result) continue;
    result[known.name] = known.cast((value as Given)[key], key);
  }
  return result;
}

/** Casts a list of codes with values, or an object by code. Each missing part has an error message of its own. */
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
