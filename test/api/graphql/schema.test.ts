import {
  buildSchema,
  findBreakingChanges,
  type GraphQLField,
  type GraphQLNamedType,
  GraphQLSchema,
  isEnumType,
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

const camelCase = /^[a-z][a-zA-Z0-9]*$/;
const snakeCase = /^[a-z][a-z0-9_]*$/;
/** Searches, and the position of a page, have both spellings. */
const hasBothSpellings = /^(PageInfo|(SearchCriteria|CatalogSearchCriteria|FilterGroup|Filter|SortOrder)Input)$/;
const members = types.flatMap((type) => fieldsOf(type).map((field) => ({ type, field, isRoot: roots.has(type.name) })));
// The errors of writes, and what they wrote, are no operations.
const isOperation = ({ field: { name }, isRoot }: (typeof members)[0]) =>
  isRoot && name !== "user_errors" && name !== "written_records";
const places = ({ type, field }: (typeof members)[0]) => `${type.name}.${field.name}`;
const values = types.filter(isEnumType).flatMap((type) => type.getValues());
/** An argument of a field has its field's place in front. */
const args = members.flatMap((member) =>
  (member.field.args ?? []).map((arg) => ({ place: `${places(member)}.${arg.name}`, arg })),
);

describe("the names of the GraphQL schema", () => {
  it("are in the case of their kind, and those of inputs end so", () => {
    expect(types.map(({ name }) => name).filter((name) => !/^[A-Z][A-Za-z0-9]*$/.test(name))).toEqual([]);
    expect(types.filter((type) => isInputObjectType(type) && !type.name.endsWith("Input"))).toEqual([]);
    expect(values.map(({ name }) => name).filter((name) => !/^[A-Z][A-Z0-9_]*$/.test(name))).toEqual([]);
    expect(args.filter(({ arg }) => !camelCase.test(arg.name)).map(({ place }) => place)).toEqual([]);
  });

  it("are, for operations, as in the code, and for other fields as in Magento", () => {
    const isNamedWell = (member: (typeof members)[0]) =>
      hasBothSpellings.test(member.type.name) ||
      member.field.name === "pageInfo" ||
      (isOperation(member) ? camelCase : snakeCase).test(member.field.name);
    expect(members.filter((member) => !isNamedWell(member)).map(places)).toEqual([]);
  });

  it("have no verb in a query", () => {
    const queries = members.filter(({ type }) => type.name === "Query");
    expect(queries.length).toBeGreaterThan(100);
    expect(queries.filter(({ field }) => /^(get|find|list)[A-Z]/.test(field.name)).map(places)).toEqual([]);
  });
});

describe("the GraphQL schema", () => {
  it("describes all types, fields, arguments, values and directives", () => {
    const described = [
      ...types.filter(({ name }) => !roots.has(name)),
      ...members.map(({ field }) => field),
      ...[...args.map(({ arg }) => arg), ...values, ...schema.getDirectives()],
    ];
    expect(described.length).toBeGreaterThan(3000);
    expect(described.filter(({ description }) => !description?.trim()).map(({ name }) => name)).toEqual([]);
  });

  it("lets an operation fail without the other fields of its document", () => {
    const calls = members.filter((member) => isOperation(member) && member.type.name !== "Subscription");
    expect(calls.length).toBeGreaterThan(400);
    expect(calls.filter(({ field }) => isNonNullType(field.type)).map(places)).toEqual([]);
  });

  it("has no type that no operation reaches, and a reason for what is deprecated", () => {
    const [query, mutation, subscription] = [
      schema.getQueryType(),
      schema.getMutationType(),
      schema.getSubscriptionType(),
    ];
    const reached = new GraphQLSchema({ query, mutation, subscription, directives: schema.getDirectives() });
    expect(Object.keys(schema.getTypeMap()).filter((name) => !reached.getType(name))).toEqual([]);
    expect(printSchema(schema)).not.toMatch(/@deprecated(?!\(reason: ".{10,}"\))/);
  });

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
