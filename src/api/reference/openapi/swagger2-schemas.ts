import type { oas31 } from "openapi3-ts";
import type { Schema } from "./openapi-schemas.js";

/** A schema object of Swagger 2.0. */
export interface Swagger2Schema {
  readonly [keyword: string]: unknown;
}

/** Where a schema stands. */
export interface Swagger2Place {
  /** The name of a definition, an argument of a service such as `salesInvoiceOrderV1.comment`, or a service. */
  readonly name: string;
  /** Returns the reference at a place to the definition for a component. */
  readonly refer: (component: string, place: string) => string;
}

/** Keywords that mean the same in JSON Schema and in Swagger 2.0. */
const sharedKeywords = [
  "format",
  "maxLength",
  "minLength",
  "maximum",
  "minimum",
  "maxItems",
  "required",
  "pattern",
  "readOnly",
] as const;

const components = "#/components/schemas/";

/**
 * Converts a schema to Swagger 2.0. Null becomes `x-nullable`; a choice between several types becomes any value,
 * because Swagger 2.0 has no `anyOf`. The empty list that Magento returns in place of an object is left out, as in
 * Magento's document. So are enums: programs for clients generated from Magento's document pass any text or number.
 */
export function toSwagger2Schema(schema: Schema, place: Swagger2Place): Swagger2Schema {
  if ("$ref" in schema) return { $ref: place.refer(schema.$ref.replace(components, ""), place.name) };
  if (schema.anyOf) return choiceSchema(schema.anyOf, schema.description, place);
  const types = typesOf(schema);
  const type = types.length === 1 ? types[0] : undefined;
  const isNullable = schema.type !== undefined && type !== undefined && asList(schema.type).includes("null");
  return {
    ...(type === undefined ? {} : { type }),
    ...(schema.description === undefined ? {} : { description: schema.description }),
    ...(type === undefined ? {} : keywordsOf(schema, place)),
    ...(isNullable ? { "x-nullable": true } : {}),
  };
}

/** Returns the keywords of a schema with one type. */
function keywordsOf(schema: oas31.SchemaObject, place: Swagger2Place): Swagger2Schema {
  const { properties, items, additionalProperties } = schema;
  return {
    ...Object.fromEntries(sharedKeywords.flatMap((name) => (schema[name] === undefined ? [] : [[name, schema[name]]]))),
    ...(properties ? { properties: propertiesOf(properties, place) } : {}),
    ...(items ? { items: toSwagger2Schema(items, place) } : {}),
    ...(additionalProperties === undefined
      ? {}
      : {
          additionalProperties:
            typeof additionalProperties === "boolean"
              ? additionalProperties
              : toSwagger2Schema(additionalProperties, place),
        }),
  };
}

const propertiesOf = (properties: Readonly<Record<string, Schema>>, place: Swagger2Place): Swagger2Schema =>
  Object.fromEntries(
    Object.entries(properties).map(([key, schema]) => [
      key,
      toSwagger2Schema(schema, { ...place, name: `${place.name}.${key}` }),
    ]),
  );

/** A nullable reference stays a plain one: Swagger 2.0 ignores everything beside `$ref`. */
function choiceSchema(
  choices: readonly Schema[],
  description: string | undefined,
  place: Swagger2Place,
): Swagger2Schema {
  const isNullable = choices.some((choice) => "type" in choice && choice.type === "null");
  const [only, ...others] = choices.filter((choice) => !isNullOrEmptyList(choice));
  if (!only || others.length > 0) return description === undefined ? {} : { description };
  const schema = toSwagger2Schema(only, place);
  if ("$ref" in schema) return schema;
  return {
    ...schema,
    ...(description === undefined ? {} : { description }),
    ...(isNullable && { "x-nullable": true }),
  };
}

/** Whether a schema admits only null or the empty list. */
const isNullOrEmptyList = (schema: Schema) => !("$ref" in schema) && (schema.type === "null" || schema.maxItems === 0);

const asList = (type: NonNullable<oas31.SchemaObject["type"]>): readonly string[] =>
  typeof type === "string" ? [type] : type;

const typesOf = ({ type }: oas31.SchemaObject): readonly string[] =>
  type === undefined ? [] : asList(type).filter((name) => name !== "null");
