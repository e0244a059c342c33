import {
  GraphQLBoolean,
  GraphQLInt,
  type GraphQLScalarType,
  type GraphQLSchema,
  GraphQLString,
  isInputObjectType,
  isObjectType,
} from "graphql";
import { InputType, ObjectType } from "type-graphql";
import { NullableField } from "./request-fields.js";
import { Decimal } from "./scalars.js";

/**
 * Declares the extension attributes of a shape, for input and output: `<shape>Extension` and `<shape>ExtensionInput`. All
 * properties are optional. As in Magento, a key without a value is left out.
 */
export function ExtensionAttributes(shape: string): ClassDecorator {
  const description = `Extension attributes of ${shape}.`;
  return (bag) => {
    ObjectType(`${shape}Extension`, { description })(bag);
    InputType(`${shape}ExtensionInput`, { description })(bag);
  };
}

/**
 * Declares an extension attribute with its type and description. Those of the commerce edition are absent in the other
 * edition.
 */
export const Extension = NullableField;

/** The types of the attributes that extensions add. */
export const addedTypes = ["text", "integer", "decimal", "boolean"] as const;
type AddedType = (typeof addedTypes)[number];

/** An attribute that an extension adds. Its values are stored as text. */
export interface AddedField {
  readonly name: string;
  readonly type: AddedType;
  readonly description: string;
  /** Whether the owner of an account may set it; otherwise only those who manage accounts. */
  readonly shoppersMaySet?: boolean | undefined;
}

const graphTypes: Readonly<Record<AddedType, GraphQLScalarType>> = {
  text: GraphQLString,
  integer: GraphQLInt,
  decimal: Decimal,
  boolean: GraphQLBoolean,
};

const added = new Map<string, AddedField[]>();
const none: readonly AddedField[] = [];

/** Adds an attribute to a shape, so that its values are read and written. Throws if the name is taken. */
export function addExtensionAttribute(shape: string, field: AddedField): void {
  const fields = added.get(shape) ?? [];
  if (fields.some(({ name }) => name === field.name)) throw new Error(`the field ${field.name} exists already`);
  added.set(shape, [...fields, field]);
}

/** Returns the attributes that extensions added to a shape. */
export const addedAttributes = (shape: string): readonly AddedField[] => added.get(shape) ?? none;

/** Adds attributes of a shape to a schema that was just built, for input and output. */
export function addToSchema(schema: GraphQLSchema, shape: string, fields: readonly AddedField[]): void {
  const [output, input] = [schema.getType(`${shape}Extension`), schema.getType(`${shape}ExtensionInput`)];
  if (!isObjectType(output) || !isInputObjectType(input)) throw new Error(`${shape} has no extension attributes`);
  for (const { name, description, type } of fields) {
    if (output.getFields()[name]) throw new Error(`the field ${name} of ${shape} is one of the contract`);
    const field = { name, description, type: graphTypes[type], deprecationReason: undefined, extensions: {} };
    output.getFields()[name] = { ...field, args: [], astNode: undefined };
    input.getFields()[name] = { ...field, defaultValue: undefined, astNode: undefined };
  }
}
