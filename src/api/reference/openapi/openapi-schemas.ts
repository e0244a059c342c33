import {
  getNullableType,
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type GraphQLType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  isObjectType,
  isScalarType,
} from "graphql";
import type { oas31 } from "openapi3-ts";
import { closedSetOf, listedValues } from "../../contract/closed-set.js";
import { isReadOnly, isRequiredInRequests } from "../../contract/request-fields.js";
import { isDecimal } from "../../contract/scalars.js";
import { alwaysInRest } from "../../contract/shape.js";

export type Schema = oas31.SchemaObject | oas31.ReferenceObject;

type Shape = GraphQLObjectType | GraphQLInputObjectType;
type Field = GraphQLField<unknown, unknown> | GraphQLInputField;

/** Returns the description of a field in REST: its own, and the values if it has a closed set of them. */
export function descriptionOf(field: Pick<Field, "description" | "extensions">): string {
  const [description, set] = [field.description ?? "", closedSetOf(field)];
  return set ? `${description} Values: ${set.inRest}.` : description;
}

/** The names of the schemas of a shape, for answers first. The path gives a field that the last one would require. */
export const schemaNames = (shape: string) => [shape, `${shape}Input`, `${shape}InputByPath`] as const;

/** Returns the name of the shape of a schema: `Product` for `ProductInput` and `ProductInputByPath`. */
export const shapeOfSchema = (name: string): string => name.replace(/Input(?:ByPath)?$/, "");

export const reference = (name: string): oas31.ReferenceObject => ({ $ref: `#/components/schemas/${name}` });

/**
 * Describes types as JSON Schema and collects the schemas of their shapes. A shape with equal input and output has
 * one schema; otherwise the input schema is `<Name>Input`.
 */
export class Schemas {
  readonly components: Record<string, Schema> = {};

  constructor(private readonly types: GraphQLSchema) {}

  /** Returns the schema of a type, including null if the type is nullable. */
  of(type: GraphQLType, description?: string): Schema {
    const schema = this.described(type, description);
    return isNonNullType(type) ? schema : orNull(schema);
  }

  /** Returns the schema of a result. A missing object or text may also be an empty list, as in Magento. */
  result(type: GraphQLType): Schema {
    const nullable = getNullableType(type);
    if (isNonNullType(type) || isListType(nullable) || String(nullable) === "Void") return this.of(type);
    return { anyOf: [this.described(type), { type: "null" }, { type: "array", items: {}, maxItems: 0 }] };
  }

  /** Returns the schema of a type without null, for properties that can be left out instead. */
  withoutNull(type: GraphQLType, description?: string): Schema {
    return this.described(type, description);
  }

  /**
   * Returns the schema of an argument of which the path gives some fields: the body can lack them. If it cannot lack one
   * of them elsewhere, this schema has a name of its own.
   */
  beside(inPath: readonly string[], { type, description }: Pick<GraphQLArgument, "type" | "description">): Schema {
    const input = getNullableType(type);
    const required = isInputObjectType(input) ? requiredFields(input) : [];
    if (!isInputObjectType(input) || !inPath.some((name) => required.includes(name))) {
      return this.withoutNull(type, description ?? undefined);
    }
    const [, , name] = schemaNames(shapeOfSchema(input.name));
    const others = required.filter((field) => !inPath.includes(field));
    this.components[name] ??= { type: "object", ...this.objectSchema(input, others) };
    return { ...reference(name), ...(description ? { description } : {}) };
  }

  /** Returns the schemas of fields of a shape. Throws for an unknown field. */
  fieldsOf(name: string, fields: readonly string[]): Record<string, Schema> {
    const type = this.types.getType(name);
    const declared = isObjectType(type) ? type.getFields() : {};
    return Object.fromEntries(
      fields.map((field) => {
        const found = declared[field];
        if (!found) throw new Error(`${name} has no field ${field}.`);
        return [field, this.property(found)];
      }),
    );
  }

  /** Adds a schema that is not a GraphQL type. */
  add(name: string, schema: Schema): oas31.ReferenceObject {
    this.components[name] = schema;
    return reference(name);
  }

  /** Returns the schema of a parameter that can be left out instead of being null. */
  parameter(field: Pick<Field, "type" | "extensions">): Schema {
    return withValues(this.withoutNull(field.type), field);
  }

  private property(field: Field, isRequired = false): Schema {
    const description = descriptionOf(field);
    const type = isRequired ? this.withoutNull(field.type, description) : this.of(field.type, description);
    const schema = withValues(type, field);
    return isReadOnly(field) ? { ...schema, readOnly: true } : schema;
  }

  private described(type: GraphQLType, description?: string): Schema {
    const schema = this.base(getNullableType(type));
    return description ? { ...schema, description } : schema;
  }

  private base(type: GraphQLType): Schema {
    if (isListType(type)) return { type: "array", items: this.of(type.ofType as GraphQLType) };
    if (isInputObjectType(type) || isObjectType(type)) return this.shape(type);
    if (isEnumType(type)) return { type: "string", enum: type.getValues().map(({ name }) => name) };
    return scalarSchema(type);
  }

  private shape(type: Shape): oas31.ReferenceObject {
    const outputType = isInputObjectType(type) ? this.types.getType(type.name.replace(/Input$/, "")) : undefined;
    const shape = isInputObjectType(type) && isObjectType(outputType) && isSame(type, outputType) ? outputType : type;
    if (!(shape.name in this.components)) {
      const schema: oas31.SchemaObject = { type: "object" };
      // Added before its fields, because shapes can be recursive.
      this.components[shape.name] = schema;
      Object.assign(schema, this.objectSchema(shape));
    }
    return reference(shape.name);
  }

  private objectSchema(type: Shape, required: readonly string[] = requiredFields(type)): oas31.SchemaObject {
    const fields = Object.values<Field>(type.getFields());
    const properties = fields.map((field) => [field.name, this.property(field, required.includes(field.name))]);
    return {
      ...(type.description ? { description: type.description } : {}),
      properties: Object.fromEntries(properties) as Record<string, Schema>,
      ...(required.length > 0 ? { required: [...required] } : {}),
    };
  }
}

/** Returns the fields that every request or every whole answer with a shape has. */
function requiredFields(type: Shape): string[] {
  const present = isObjectType(type) ? new Set(alwaysInRest(type)) : undefined;
  return Object.values<Field>(type.getFields())
    .filter((field) => isNonNullType(field.type) || (present ? present.has(field.name) : isRequiredInRequests(field)))
    .map(({ name }) => name);
}

function scalarSchema(type: GraphQLType): oas31.SchemaObject {
  const description = isScalarType(type) && type.description ? { description: type.description } : {};
  if (isDecimal(type)) return { type: "number", ...description };
  switch (String(type)) {
    case "Int":
      return { type: "integer", format: "int32" };
    case "Float":
      return { type: "number" };
    case "Boolean":
      return { type: "boolean" };
    case "String":
    case "ID":
      return { type: "string" };
    case "Void":
      return { type: "array", items: {}, maxItems: 0, ...description };
    default:
      return description;
  }
}

function orNull(schema: Schema): Schema {
  if ("$ref" in schema) {
    const { description, ...target } = schema;
    return { anyOf: [target, { type: "null" }], ...(description ? { description } : {}) };
  }
  if (typeof schema.type !== "string") return schema;
  const { type, ...rest } = schema;
  return { ...rest, type: [type, "null"], ...(schema.enum ? { enum: [...(schema.enum as unknown[]), null] } : {}) };
}

/** Adds the values of a closed set, or of a text of answers, to the schema of a field. */
function withValues(schema: Schema, field: Pick<Field, "extensions">): Schema {
  const values = listedValues(field);
  if (!values || "$ref" in schema) return schema;
  const isNullable = Array.isArray(schema.type) && schema.type.includes("null");
  return { ...schema, enum: [...values, ...(isNullable ? [null] : [])] };
}

/** Whether the input and the output type have the same schema at all levels. Assumes so for the pairs in `seen`. */
function isSame(input: GraphQLInputObjectType, output: GraphQLObjectType, seen = new Set<string>()): boolean {
  if (seen.has(input.name)) return true;
  seen.add(input.name);
  const written = Object.values(input.getFields());
  const read = output.getFields();
  if (input.description !== output.description || written.length !== Object.keys(read).length) return false;
  if (String(requiredFields(input).sort()) !== String(requiredFields(output).sort())) return false;
  return written.every((field) => {
    const other = read[field.name];
    return other?.description === field.description && other !== undefined && isSameType(field.type, other.type, seen);
  });
}

/** Compares types apart from whether they can be null, which `requiredFields` tells. */
function isSameType(input: GraphQLInputType, output: GraphQLOutputType, seen: Set<string>): boolean {
  const [written, read] = [getNullableType(input), getNullableType(output)];
  if (isListType(written) && isListType(read)) return isSameItem(written.ofType, read.ofType, seen);
  if (isInputObjectType(written) && isObjectType(read)) return isSame(written, read, seen);
  return written === read;
}

/** Compares the types of items, which can be null unless they are declared otherwise. */
const isSameItem = (input: GraphQLInputType, output: GraphQLOutputType, seen: Set<string>): boolean =>
  isNonNullType(input) === isNonNullType(output) && isSameType(input, output, seen);
