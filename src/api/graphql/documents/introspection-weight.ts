import {
  type FieldNode,
  getIntrospectionQuery,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  introspectionTypes,
  isAbstractType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  parse,
  SchemaMetaFieldDef,
  TypeMetaFieldDef,
} from "graphql";

/** The fields that read the schema. */
export const metaFields: Readonly<Record<string, GraphQLField<unknown, unknown>>> = {
  __schema: SchemaMetaFieldDef,
  __type: TypeMetaFieldDef,
};

/** The query that tools read the whole schema with. No introspection may cost more. */
export const wholeSchemaQuery = parse(
  getIntrospectionQuery({
    schemaDescription: true,
    specifiedByUrl: true,
    directiveIsRepeatable: true,
    inputValueDeprecation: true,
    oneOf: true,
  }),
);

type Field = GraphQLField<unknown, unknown>;
type Rows = ReadonlyMap<string, number>;

const rowsBySchema = new WeakMap<GraphQLSchema, Rows>();

/** The lists of introspection, as `fields` of the type `__Type`. */
const introspectionFields = new Set<Field>(
  introspectionTypes.filter(isObjectType).flatMap((type) => Object.values(type.getFields())),
);

/** Characters that a name in the answer can have for each unit of cost. */
const charactersPerCost = 20;

/** Returns the cost of a field with a name in the answer: 1, and more for a long name of a field of introspection. */
export const fieldCost = (field: Field | undefined, { alias, name }: FieldNode): number =>
  field && introspectionFields.has(field) ? Math.ceil((alias ?? name).value.length / charactersPerCost) : 1;

/**
 * Returns how many entries a list of introspection has: all types or directives, or the mean number of the entries of
 * one type. Undefined for fields of other types.
 */
export function introspectedRows(schema: GraphQLSchema, field: Field): number | undefined {
  if (!introspectionFields.has(field)) return undefined;
  const rows = rowsBySchema.get(schema) ?? countEntries(schema);
  rowsBySchema.set(schema, rows);
  return rows.get(field.name);
}

function countEntries(schema: GraphQLSchema): Rows {
  const types = Object.values(schema.getTypeMap());
  const fields = types.flatMap((type) => (hasFields(type) ? Object.values(type.getFields()) : []));
  const sum = (count: (type: GraphQLNamedType) => number) => types.reduce((total, type) => total + count(type), 0);
  const totals = {
    fields: fields.length,
    inputFields: sum((type) => (isInputObjectType(type) ? Object.keys(type.getFields()).length : 0)),
    enumValues: sum((type) => (isEnumType(type) ? type.getValues().length : 0)),
    interfaces: sum((type) => (hasFields(type) ? type.getInterfaces().length : 0)),
    possibleTypes: sum((type) => (isAbstractType(type) ? schema.getPossibleTypes(type).length : 0)),
  };
  const means = Object.entries(totals).map(([name, total]) => [name, Math.ceil(total / types.length)] as const);
  const args = fields.reduce((total, field) => total + field.args.length, 0) / fields.length;
  return new Map([
    ...means,
    ["args", Math.ceil(args)],
    ["types", types.length],
    ["directives", schema.getDirectives().length],
  ]);
}

const hasFields = (type: GraphQLNamedType) => isObjectType(type) || isInterfaceType(type);
