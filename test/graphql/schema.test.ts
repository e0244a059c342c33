import { readFileSync } from "node:fs";
import {
  buildSchema,
  findBreakingChanges,
  type GraphQLField,
  type GraphQLInputObjectType,
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
  printSchema,
} from "graphql";
import { describe, expect, it } from "vitest";
import { isReadOnly } from "../../src/contract/read-only.js";
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
type Field = Pick<
  GraphQLField<unknown, unknown>,
  "name" | "description" | "type" | "extensions" | "deprecationReason"
> &
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
        ...((roots.has(type.name) ? camelCase : snakeCase).test(field.name) ||
        search.test(type.name) ||
        // The errors of writes are no operation.
        field.name === "user_errors"
          ? []
          : [`${type.name}.${field.name}`]),
        ...(field.args ?? []).filter(({ name }) => !camelCase.test(name)).map(({ name }) => `${field.name}(${name})`),
      ]),
    ]);
    expect(wrong).toEqual([]);
  });

  it("names types in Pascal case and input types with Input, and gives deprecations a reason", () => {
    const wrong = types.flatMap((type) => [
      ...(/^[A-Z][A-Za-z0-9]*$/.test(type.name) ? [] : [type.name]),
      ...(!isInputObjectType(type) || type.name.endsWith("Input") ? [] : [type.name]),
      ...fieldsOf(type).flatMap(({ name, deprecationReason }) =>
        deprecationReason === "" ? [`${type.name}.${name}`] : [],
      ),
    ]);
    expect(wrong).toEqual([]);
    // A query needs no verb.
    const queries = fieldsOf(schema.getType("Query") as GraphQLNamedType).map(({ name }) => name);
    expect(queries.filter((name) => /^(get|find|list)[A-Z]/.test(name))).toEqual([]);
  });

  it("is written with descriptions, and not with comments", () => {
    const text = readFileSync("schema/schema.graphql", "utf8");
    expect(text.split("\n").filter((line) => /^\s*#/.test(line))).toEqual([]);
    expect(findBreakingChanges(buildSchema(printSchema(schema)), schema)).toEqual([]);
  });

  it("has no field in an input type that operations ignore", () => {
    const writable = types
      .filter(isInputObjectType)
      .flatMap((type) => Object.keys(type.getFields()).map((name) => `${type.name}.${name}`));
    const readOnly = [
      "ProductInput.created_at",
      "CustomerInput.created_in",
      "CartInput.items_count",
      "OrderInput.total_due",
    ];
    expect(writable.filter((name) => readOnly.includes(name))).toEqual([]);
    expect(writable).toEqual(
      expect.arrayContaining(["ProductInput.id", "BundleLinkInput.price", "ReturnInput.status"]),
    );
    const said = types
      .filter(isInputObjectType)
      .flatMap((type) =>
        fieldsOf(type).filter(({ type: of, description }) => !isNonNullType(of) && isReadOnly(description)),
      );
    expect(said).toEqual([]);
    const before = buildSurface().schema.getType("ProductInput") as GraphQLInputObjectType;
    expect(Object.keys(before.getFields())).toContain("created_at");
  });

  it("has one name for an argument that several operations have", () => {
    const names = new Set(
      types
        .filter((type) => roots.has(type.name))
        .flatMap(fieldsOf)
        .flatMap(({ args = [] }) => args.map(({ name }) => name)),
    );
    expect([...names].filter((name) => ["quoteId", "productSku"].includes(name))).toEqual([]);
    expect([names.has("cartId"), names.has("sku")]).toEqual([true, true]);
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
