import {
  getNullableType,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLScalarType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
} from "graphql";
import { isRequiredInput } from "../../contract/request-fields.js";
import { missing, WebapiError } from "../errors.js";
import { camelCase, looseKey } from "../spelling.js";
import { conversionError, notAList, unsupportedField, wrongType } from "./conversion-errors.js";
import { type Cast, itemCast, scalarCast, scalarNames } from "./scalar-casts.js";

type Given = Readonly<Record<string, unknown>>;

/**
 * Compiles the cast of a declared type. Null stays null, except in a list. Throws 400 for objects without their required
 * fields.
 */
export function castOf(type: GraphQLInputType): Cast {
  const nullable = getNullableType(type);
  if (isListType(nullable)) return listCast(nullable.ofType);
  if (isInputObjectType(nullable)) return (value) => castWhole(nullable, value);
  const cast = scalarCast(nullable as GraphQLScalarType);
  return (value) => (value === null ? null : cast(value));
}

function listCast(inner: GraphQLInputType): Cast {
  const item = getNullableType(inner);
  // A scalar in place of a list of objects counts as null, and one in place of an object as an object without fields.
  if (isInputObjectType(item)) return (value) => castItems(toList(value), (element) => castWhole(item, element ?? ""));
  const typeName = `${scalarNames[String(item)] ?? "mixed"}[]`;
  const cast = isListType(item) ? castOf(item) : itemCast(item as GraphQLScalarType);
  return (value) => {
    if (value === null) return null;
    const items = toList(value);
    if (!items) throw notAList(value, typeName);
    return items.map(cast);
  };
}

/** Casts the objects of a list. An error has the position of the object. */
function castItems(items: readonly unknown[] | undefined, cast: Cast): unknown[] | null {
  if (!items) return null;
  let at = 0;
  try {
    return items.map((element, index) => {
      at = index;
      return cast(element);
    });
  } catch (error) {
    throw error instanceof WebapiError ? error.inElement(at) : error;
  }
}

/** Returns the items of a list, the values of an object in place of a list, or the `item`s of an XML element. */
function toList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value as readonly unknown[];
  if (typeof value !== "object" || value === null) return undefined;
  const { item } = value as { readonly item?: unknown };
  if (item == null) return Object.values<unknown>({ ...value });
  return Array.isArray(item) ? (item as readonly unknown[]) : [item];
}

interface FieldCast {
  readonly name: string;
  readonly cast: Cast;
}

/** The casts of an object's fields. */
interface ObjectCasts {
  /** By the usual spellings of their keys: `class_name` and `className`. */
  readonly byKey: ReadonlyMap<string, FieldCast>;
  /** By their keys in lower case without underscores, because names of methods in PHP ignore case. */
  readonly byLooseKey: ReadonlyMap<string, FieldCast>;
  /** Names of the fields that an object must have. */
  readonly required: readonly string[];
}

const compiled = new WeakMap<GraphQLInputObjectType, ObjectCasts>();

/** Returns the casts of an object's fields. Compiled on first use: shapes can contain themselves. */
function objectCasts(type: GraphQLInputObjectType): ObjectCasts {
  const known = compiled.get(type);
  if (known) return known;
  const byKey = new Map<string, FieldCast>();
  const byLooseKey = new Map<string, FieldCast>();
  const fields = Object.values(type.getFields());
  const required = fields.filter((field) => isRequiredInputField(field) && !isRequiredInput(field));
  const casts = { byKey, byLooseKey, required: required.map(({ name }) => name) };
  compiled.set(type, casts);
  const add = (name: string, cast: Cast) => {
    for (const key of [name, camelCase(name)]) byKey.set(key, { name, cast });
    byLooseKey.set(looseKey(name), { name, cast });
  };
  add("extension_attributes", castUnknownExtensions);
  for (const field of fields) {
    add(field.name, field.name === "custom_attributes" ? customAttributesCast(field.type) : castOf(field.type));
  }
  return casts;
}

/** Returns the cast of a field of an input object; undefined for an unknown field. */
export const fieldCast = (type: GraphQLInputObjectType, name: string): Cast | undefined =>
  objectCasts(type).byKey.get(name)?.cast;

/** Returns the names of the fields that an object must have. */
export const requiredFields = (type: GraphQLInputObjectType): readonly string[] => objectCasts(type).required;

/** Casts extension attributes of an object that has none: every data object of Magento has them. */
function castUnknownExtensions(value: unknown): undefined {
  const [unknown] = typeof value === "object" && value !== null ? Object.keys(value) : [];
  if (unknown !== undefined) throw unsupportedField(unknown);
}

/** Casts an object. Throws 400 if it lacks required fields. */
function castWhole(type: GraphQLInputObjectType, value: unknown): Given | null {
  if (value === null) return null;
  const casts = objectCasts(type);
  const object = castFields(casts, value);
  const absent = absentOf(casts.required, object);
  if (absent.length > 0) throw missing(absent);
  return object;
}

/** Casts an object, which may lack required fields. */
export const castObject = (type: GraphQLInputObjectType, value: unknown): Given | null =>
  value === null ? null : castFields(objectCasts(type), value);

const none: readonly string[] = [];

/** Returns the fields that an object must have and lacks. */
export const absentOf = (required: readonly string[], object: Given): readonly string[] =>
  required.length === 0 ? none : required.filter((name) => object[name] == null);

function castFields({ byKey, byLooseKey }: ObjectCasts, value: unknown): Given {
  // The keys of a list are unknown fields.
  if (typeof value !== "object" || value === null) return {};
  const result: Record<string, unknown> = {};
  let key = "";
  try {
    for (key of Object.keys(value)) {
      const known = byKey.get(key) ?? byLooseKey.get(looseKey(key));
      if (!known) throw unsupportedField(key);
      const field = known.cast((value as Given)[key]);
      if (field !== undefined) result[known.name] = field;
    }
  } catch (error) {
    throw error instanceof WebapiError ? error.inField(key) : error;
  }
  return result;
}

/** Casts a list of codes with values, or an object by code. Each missing part has an error message of its own. */
function customAttributesCast(type: GraphQLInputType): Cast {
  const cast = castOf(type);
  return (value) => {
    if (value === null) return null;
    if (typeof value !== "object") throw wrongType(value, "AttributeInterface[]");
    return cast(Object.entries(unwrapped(value)).map(([key, item]) => customAttribute(key, item)));
  };
}

/** Returns a list without the element `item` that XML puts around it. */
const unwrapped = (value: object): object => ("item" in value ? (toList(value) ?? value) : value);

/** Reads the code and the value of an attribute. Other keys are ignored. */
function customAttribute(key: string, item: unknown): Given {
  const given = (typeof item === "object" && item !== null ? item : { attribute_code: key, value: item }) as Given;
  const code = given["attribute_code"] ?? given["attributeCode"] ?? "";
  const hasValue = Object.hasOwn(given, "value");
  const isNamed = code !== "" && String(code) !== "0";
  if (isNamed && hasValue) return { attribute_code: code, value: given["value"] };
  if (isNamed) {
    const shown = typeof code === "object" ? "array" : String(code);
    throw conversionError(`The "${shown}" attribute code doesn't have a value set. Enter the value and try again.`);
  }
  throw conversionError(
    hasValue
      ? "A custom attribute is specified with a missing attribute code. Verify the code and try again."
      : "An empty custom attribute is specified. Enter the attribute and try again.",
  );
}
