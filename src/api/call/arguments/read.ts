import { getNullableType, type GraphQLArgument, isInputObjectType, isRequiredArgument } from "graphql";
import { missing, WebapiError } from "../errors.js";
import type { Arguments } from "../method-call.js";
import { camelCase, snakeCase } from "../spelling.js";
import { absentOf, castObject, castOf, fieldCast, requiredFields } from "./casts.js";
import type { Cast } from "./scalar-casts.js";

type Given = Readonly<Record<string, unknown>>;

/** The parts of a request that arguments are read from. */
export interface Input {
  readonly body: Given;
  readonly query: Given;
  readonly path: Readonly<Record<string, string>>;
  /** Whether the call has no owner from whom bound arguments could be derived, so that they are missing. */
  readonly lacksOwner?: boolean;
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
 * camelCase; those of objects in any case. Throws 400 for missing arguments and fields, values of a wrong type and unknown
 * nested keys.
 */
export function readerOf({ args: declared, bind, targets, checkBody }: ReadableRoute): Reader {
  const bound = Object.keys(bind);
  const casts = declared.map((arg) => ({
    name: arg.name,
    snake: snakeCase(arg.name),
    required: isRequiredArgument(arg) && !(arg.name in bind),
    boundFields: bound.filter((name) => name.startsWith(`${arg.name}.`)),
    isBound: arg.name in bind,
    isLookedUp: typeof bind[arg.name] === "object" && targets[arg.name] === arg.name,
    fallback: arg.defaultValue,
    isObject: isInputObjectType(getNullableType(arg.type)),
    ...castOfArgument(arg, bind),
    filled: filledFields(arg, bind, targets),
  }));
  return ({ body, query, path, lacksOwner = false }) => {
    checkBody?.(body);
    const args: Record<string, unknown> = {};
    const absent: string[] = [];
    for (const { name, snake, required, isLookedUp, fallback, cast, ...arg } of casts) {
      if (isLookedUp && path[name] === undefined) absent.push(name);
      else if (isLookedUp) args[name] = path[name];
      if (lacksOwner) absent.push(...missingOf(name, arg));
      if (arg.isBound && !arg.isObject) continue;
      const inPath = targets[name] === name ? path[name] : undefined;
      const given = pick(body, name, snake) ?? inPath ?? pick(query, name, snake) ?? null;
      const value = given === null || arg.filled.length === 0 ? cast(given) : castFilled(given, path, { ...arg, cast });
      if (value !== null) {
        args[name] = value;
        if (arg.fields.length > 0) absent.push(...absentOf(arg.fields, value as Given));
      } else if (required) absent.push(name);
      else if (fallback !== undefined) args[name] = fallback;
    }
    if (absent.length > 0) throw missing(absent);
    return args;
  };
}

/**
 * Returns the cast of an argument and the fields that it must have if it is an object. They are checked after the cast,
 * because the path and the caller's account can provide them.
 */
function castOfArgument({ name, type }: GraphQLArgument, bind: Given): { cast: Cast; fields: readonly string[] } {
  const shape = getNullableType(type);
  if (!isInputObjectType(shape)) return { cast: castOf(type), fields: [] };
  const fields = name in bind ? [] : requiredFields(shape).filter((field) => !(`${name}.${field}` in bind));
  return { cast: (value) => castObject(shape, value), fields };
}

/** Returns the names of what a call without an owner lacks for an argument. */
const missingOf = (name: string, arg: { readonly isBound: boolean; readonly boundFields: readonly string[] }) =>
  arg.isBound ? [name] : arg.boundFields.slice(0, 1).map((field) => camelCase(field.slice(name.length + 1)));

/** A field of an input object that a path parameter fills. */
interface FilledField {
  readonly parameter: string;
  readonly name: string;
  readonly cast: Cast;
  /** Whether the field is looked up by the parameter, so that the body cannot set it. */
  readonly isLookedUp: boolean;
}

function filledFields(arg: GraphQLArgument, bind: Given, targets: ReadableRoute["targets"]): FilledField[] {
  const type = getNullableType(arg.type);
  if (!isInputObjectType(type)) return [];
  return Object.entries(targets).flatMap(([parameter, target]) => {
    const [argument, name = ""] = target.split(".");
    if (argument !== arg.name || name === "") return [];
    const cast = fieldCast(type, name) ?? ((value) => value);
    return [{ parameter, name, cast, isLookedUp: typeof bind[target] === "object" }];
  });
}

/**
 * Casts an object, and fills its fields with path parameters if the body leaves them out or cannot set them. As in
 * Magento, a value of the wrong type counts as left out, and a scalar in place of the object is not filled.
 */
function castFilled(
  value: unknown,
  path: Input["path"],
  { cast, filled }: { readonly cast: Cast; readonly filled: readonly FilledField[] },
): unknown {
  if (typeof value !== "object") return cast(value);
  const object = cast(withoutWrongTypes(value as Given, path, filled)) as Given;
  const result: Record<string, unknown> = { ...object };
  for (const { parameter, name, cast: castField, isLookedUp } of filled) {
    const given = path[parameter];
    if (given !== undefined && (result[name] == null || isLookedUp))
      result[name] = castPath(castField, given, parameter);
  }
  return result;
}

/** Casts a path parameter for a field. An error names the parameter as a field, as if the body had it. */
function castPath(cast: Cast, value: string, parameter: string): unknown {
  try {
    return cast(value);
  } catch (error) {
    throw error instanceof WebapiError ? error.inField(snakeCase(parameter)) : error;
  }
}

/** Leaves out the values of filled fields that have a wrong type. */
function withoutWrongTypes(object: Given, path: Input["path"], filled: readonly FilledField[]): Given {
  const wrong = filled.flatMap(({ parameter, name, cast }) =>
    [name, camelCase(name)].filter(
      (key) => path[parameter] !== undefined && key in object && !canCast(cast, object[key]),
    ),
  );
  return wrong.length === 0
    ? object
    : Object.fromEntries(Object.entries(object).filter(([key]) => !wrong.includes(key)));
}

function canCast(cast: Cast, value: unknown): boolean {
  try {
    cast(value);
    return true;
  } catch (error) {
    if (error instanceof WebapiError) return false;
    throw error;
  }
}

/** Returns an argument under its own name or in snake case. */
function pick(given: Given, name: string, snake: string): unknown {
  if (Object.hasOwn(given, name)) return given[name];
  return snake !== name && Object.hasOwn(given, snake) ? given[snake] : undefined;
}
