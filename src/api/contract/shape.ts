// All decorators need it, and any shape may be the first one that a process loads.
import "reflect-metadata";
import {
  getNullableType,
  type GraphQLObjectType,
  type GraphQLSchema,
  isInputObjectType,
  isLeafType,
  isObjectType,
} from "graphql";
import { getMetadataStorage, InputType, ObjectType } from "type-graphql";

const names = new WeakMap<object, string>();

const present = new Map<string, Set<string>>();
const partial = new Set<string>();

interface ShapeOptions {
  /** Description of the input type, if it differs. */
  readonly input?: string;
  /** Fields that answers always have although requests may leave them out. They are non-null in the GraphQL output type. */
  readonly always?: readonly string[];
  /** Whether some answers have incomplete records of the shape. Required columns then do not make fields non-null. */
  readonly isPartial?: boolean;
}

/** Declares a class as a shape for output and input: the GraphQL type `name` and the input type `<name>Input`. */
export function Shape(
  name: string,
  description: string,
  { input = description, always = [], isPartial = false }: ShapeOptions = {},
): ClassDecorator {
  return (shape) => {
    names.set(shape, name);
    if (isPartial) partial.add(name);
    present.set(name, new Set(always));
    ObjectType(name, { description })(shape);
    InputType(`${name}Input`, { description: input })(shape);
  };
}

/** Declares a class as a shape for output only: the GraphQL type `name`. */
export function OutputShape(name: string, description: string): ClassDecorator {
  return (shape) => {
    names.set(shape, name);
    ObjectType(name, { description })(shape);
  };
}

const none: ReadonlySet<string> = new Set();

/**
 * Marks fields that every answer with a shape has, because the database guarantees them. Partial shapes have no such
 * fields.
 */
export function markPresent(shape: object, fields: readonly string[]): void {
  const name = names.get(shape);
  if (name !== undefined && !partial.has(name)) present.set(name, new Set([...(present.get(name) ?? []), ...fields]));
}

/**
 * Returns the fields of a type that every answer has. Lists and objects are never included, because answers may leave them
 * out.
 */
export function alwaysPresent(type: GraphQLObjectType): string[] {
  const names = present.get(type.name) ?? none;
  return Object.values(type.getFields()).flatMap((field) =>
    names.has(field.name) && isLeafType(getNullableType(field.type)) ? [field.name] : [],
  );
}

/**
 * Copies the extensions of fields from each shape's output type to its input type. TypeGraphQL drops them from the fields
 * that an input type inherits.
 */
export function addInheritedExtensions(schema: GraphQLSchema): void {
  for (const input of Object.values(schema.getTypeMap())) {
    const output = schema.getType(input.name.replace(/Input$/, ""));
    if (!isInputObjectType(input) || !isObjectType(output)) continue;
    const declared = output.getFields();
    for (const field of Object.values(input.getFields())) {
      field.extensions = { ...declared[field.name]?.extensions, ...field.extensions };
    }
  }
}

/** Returns the GraphQL name of a shape. Throws for a class without `@Shape` or `@OutputShape`. */
export function shapeName(shape: object): string {
  const name = names.get(shape);
  if (name === undefined) throw new Error(`${String(shape)} is not declared by @Shape or @OutputShape`);
  return name;
}

/** Returns the names of the fields of a shape, including inherited ones. */
export function fieldNames(shape: object): string[] {
  const classes = new Set<unknown>();
  for (let found: unknown = shape; typeof found === "function"; found = Object.getPrototypeOf(found))
    classes.add(found);
  return getMetadataStorage()
    .fields.filter(({ target }) => classes.has(target))
    .map(({ name }) => name);
}
