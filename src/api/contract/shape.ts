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
const columns = new Map<string, Set<string>>();
const missing = new Map<string, Set<string>>();
const partial = new Set<string>();
const lackingInRest = new Map<string, true | ReadonlySet<string>>();

interface OutputOptions {
  /** Fields that answers always have although requests may leave them out. They are non-null in the GraphQL output type. */
  readonly always?: readonly string[];
  /**
   * The only fields that answers may lack, besides objects: all others are non-null in the GraphQL output type. A list
   * is named here if its absence means something else than an empty list.
   */
  readonly mayLack?: readonly string[];
  /**
   * Such fields that some answers of REST lack all the same, as in Magento, or true for all: a save answers with what was
   * sent, where GraphQL reads the stored record. OpenAPI does not require them.
   */
  readonly lacksInRest?: true | readonly string[];
}

interface ShapeOptions extends OutputOptions {
  /** Description of the input type, if it differs. */
  readonly input?: string;
  /** Whether some answers have incomplete records of the shape. Required columns then do not make fields non-null. */
  readonly isPartial?: boolean;
}

/** Declares a class as a shape for output and input: the GraphQL type `name` and the input type `<name>Input`. */
export function Shape(
  name: string,
  description: string,
  { input = description, isPartial = false, ...output }: ShapeOptions = {},
): ClassDecorator {
  return (shape) => {
    names.set(shape, name);
    if (isPartial) partial.add(name);
    setPresence(name, output);
    ObjectType(name, { description })(shape);
    InputType(`${name}Input`, { description: input })(shape);
  };
}

/** Declares a class as a shape for output only: the GraphQL type `name`. */
export function OutputShape(name: string, description: string, output: OutputOptions = {}): ClassDecorator {
  return (shape) => {
    names.set(shape, name);
    setPresence(name, output);
    ObjectType(name, { description })(shape);
  };
}

function setPresence(name: string, { always = [], mayLack, lacksInRest }: OutputOptions): void {
  if (lacksInRest) lackingInRest.set(name, lacksInRest === true ? true : new Set(lacksInRest));
  present.set(name, new Set(always));
  if (mayLack) missing.set(name, new Set(mayLack));
}

const none: ReadonlySet<string> = new Set();

/**
 * Marks fields that every answer with a shape has, because the database guarantees them. Partial shapes have no such
 * fields.
 */
export function markPresent(shape: object, fields: readonly string[]): void {
  const name = names.get(shape);
  if (name !== undefined && !partial.has(name)) columns.set(name, new Set([...(columns.get(name) ?? []), ...fields]));
}

/** Returns the fields of a type that every answer has. Lists and objects only count if they are declared. */
export function alwaysPresent(type: GraphQLObjectType): string[] {
  const [declared, stored] = [present.get(type.name) ?? none, columns.get(type.name) ?? none];
  const lacking = missing.get(type.name);
  const isLeafPresent = (name: string) => stored.has(name) || lacking?.has(name) === false;
  return Object.values(type.getFields()).flatMap(({ name, type: own }) =>
    declared.has(name) || (isLeafType(getNullableType(own)) && isLeafPresent(name)) ? [name] : [],
  );
}

/** Returns the fields of a type that every whole answer of REST has. */
export function alwaysInRest(type: GraphQLObjectType): string[] {
  const lacking = lackingInRest.get(type.name) ?? none;
  return lacking === true ? [] : alwaysPresent(type).filter((field) => !lacking.has(field));
}

/** Whether the absence of a list of a type means something else than an empty list. */
export const mayLackList = (type: GraphQLObjectType, list: string): boolean =>
  missing.get(type.name)?.has(list) === true;

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
