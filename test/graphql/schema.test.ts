import {
  type GraphQLField,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
} from "graphql";
import { describe, expect, it } from "vitest";
import { buildSurface } from "../../src/schema.js";

const schema = buildSurface().graph();
const types = Object.values(schema.getTypeMap()).filter(
  (type) => !type.name.startsWith("__") && !isSpecifiedScalarType(type),
);
const roots = new Set(["Query", "Mutation", "Subscription"]);
const snakeCase = /^[a-z0-9]+(_[a-z0-9]+)*$/;
const camelCase = /^[a-z][a-zA-Z0-9]*$/;

const fieldsOf = (type: GraphQLNamedType) =>
  isObjectType(type) || isInputObjectType(type) ? Object.values<Field>(type.getFields() as Record<string, Field>) : [];
type Field = Pick<GraphQLField<unknown, unknown>, "name" | "description" | "type" | "extensions"> &
  Partial<Pick<GraphQLField<unknown, unknown>, "args">>;

describe("the schema of GraphQL", () => {
  it("describes every type, field, argument and value", () => {
    const silent = types.flatMap((type) => [
      ...(type.description || roots.has(type.name) ? [] : [type.name]),
      ...(isEnumType(type)
        ? type
            .getValues()
            .filter((value) => !value.description)
            .map((value) => `${type.name}.${value.name}`)
        : []),
      ...fieldsOf(type).flatMap((field) => [
        ...(field.description ? [] : [`${type.name}.${field.name}`]),
        ...(field.args ?? []).filter((arg) => !arg.description).map((arg) => `${type.name}.${field.name}(${arg.name})`),
      ]),
    ]);
    expect(silent).toEqual([]);
  });

  it("names operations and arguments in camel case, other fields in snake case, values of enums in capitals", () => {
    const search = /^(SearchCriteria|FilterGroup|Filter|SortOrder)Input$/;
    const wrong = types.flatMap((type) => [
      ...(isEnumType(type)
        ? type
            .getValues()
            .filter(({ name }) => !/^[A-Z][A-Z0-9_]*$/.test(name))
            .map(({ name }) => name)
        : []),
      ...fieldsOf(type).flatMap((field) => [
        ...((roots.has(type.name) ? camelCase : snakeCase).test(field.name) || search.test(type.name)
          ? []
          : [`${type.name}.${field.name}`]),
        ...(field.args ?? []).filter(({ name }) => !camelCase.test(name)).map(({ name }) => `${field.name}(${name})`),
      ]),
    ]);
    expect(wrong).toEqual([]);
  });

  it("has edges that are nullable and have a permission", () => {
    const edges = types.flatMap((type) => fieldsOf(type).filter(({ extensions }) => extensions["edge"] !== undefined));
    expect(edges.length).toBeGreaterThan(15);
    expect(edges.filter(({ type }) => isNonNullType(type))).toEqual([]);
    for (const { extensions } of edges) {
      expect((extensions["edge"] as { permission: readonly string[] }).permission[0]).toMatch(/^[A-Za-z]+_[A-Za-z]+::/);
    }
  });

  it("has fields as non-null whose column is required, unless some answers are incomplete, and leaves input types as they are", () => {
    const of = (name: string, field: string) =>
      String(fieldsOf(schema.getType(name) as GraphQLNamedType).find((one) => one.name === field)?.type);
    expect([of("Customer", "id"), of("CustomerInput", "id")]).toEqual(["Int", "Int"]);
    expect([of("Order", "entity_id"), of("OrderInput", "entity_id")]).toEqual(["Int!", "Int"]);
    expect([of("Category", "id"), of("CategoryInput", "id")]).toEqual(["Int!", "Int"]);
  });
});
