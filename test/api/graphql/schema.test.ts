import {
  buildSchema,
  findBreakingChanges,
  type GraphQLField,
  type GraphQLNamedType,
  isInputObjectType,
  isNonNullType,
  isObjectType,
  isSpecifiedScalarType,
  printSchema,
} from "graphql";
import { describe, expect, it } from "vitest";
import { buildSurface } from "../../../src/schema.js";

const schema = buildSurface().graph();
const types = Object.values(schema.getTypeMap()).filter(
  (type) => !type.name.startsWith("__") && !isSpecifiedScalarType(type),
);
const roots = new Set(["Query", "Mutation", "Subscription"]);

const fieldsOf = (type: GraphQLNamedType) =>
  isObjectType(type) || isInputObjectType(type) ? Object.values<Field>(type.getFields() as Record<string, Field>) : [];
type Field = Pick<GraphQLField<unknown, unknown>, "name" | "description" | "type" | "extensions"> &
  Partial<Pick<GraphQLField<unknown, unknown>, "args">>;

/** Names and descriptions are checked by the lint of schema/schema.graphql. */
describe("the GraphQL schema", () => {
  it("is unchanged after printing and parsing", () => {
    expect(findBreakingChanges(buildSchema(printSchema(schema)), schema)).toEqual([]);
  });

  it("has one name for an argument of several operations", () => {
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

  it("has non-null fields for required columns unless some responses omit them, and unchanged input types", () => {
    const of = (name: string, field: string) =>
      String(fieldsOf(schema.getType(name) as GraphQLNamedType).find((one) => one.name === field)?.type);
    expect([of("Customer", "id"), of("CustomerInput", "id")]).toEqual(["Int", "Int"]);
    expect([of("Order", "entity_id"), of("OrderInput", "entity_id")]).toEqual(["Int!", "Int"]);
    expect([of("Category", "id"), of("CategoryInput", "id")]).toEqual(["Int!", "Int"]);
  });
});
