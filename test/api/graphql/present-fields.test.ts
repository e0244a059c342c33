import { readFileSync } from "node:fs";
import { getNamedType, getNullableType, isLeafType, isListType, isNonNullType, isObjectType } from "graphql";
import { describe, expect, it } from "vitest";
import { isZeroIfAbsent } from "../../../src/api/contract/fields.js";
import { examplesPath } from "../../../src/api/reference/openapi/openapi-examples.js";
import { alwaysInRest } from "../../../src/api/contract/shape.js";
import { buildSurface } from "../../../src/schema.js";
import { absentField } from "../../conformance/present-fields.js";

const { graph, operations } = buildSurface();
const schema = graph();
const roots = new Set(["Query", "Mutation", "Subscription"]);
const outputTypes = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter(({ name }) => !name.startsWith("__") && !roots.has(name));

describe("fields that are non-null in GraphQL", () => {
  it("are in all recorded answers of REST", () => {
    const examples = JSON.parse(readFileSync(examplesPath, "utf8")) as Readonly<Record<string, { answer?: unknown }>>;
    const found = operations.flatMap(({ field, routes }) =>
      routes.flatMap(({ line }) => absentField(field.type, examples[line]?.answer, alwaysInRest) ?? []),
    );
    expect(found).toEqual([]);
    expect(Object.keys(examples).length).toBeGreaterThan(400);
  });

  it("are at least 70 percent of all, and all lists except those whose absence means something", () => {
    const fields = outputTypes.flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field })));
    const nullable = fields.filter(({ field }) => !isNonNullType(field.type));
    expect(1 - nullable.length / fields.length).toBeGreaterThanOrEqual(0.7);
    const lists = nullable.filter(({ field }) => isListType(field.type) && field.extensions["edge"] === undefined);
    expect(lists.map(({ type, field }) => `${type.name}.${field.name}`)).toEqual([
      "PriceProposal.reasons",
      "PriceProposal.changes",
      "WrittenRecords.records",
    ]);
  });

  it("are no values of extension attributes, which an empty object lacks, except those that are zero then", () => {
    const bags = outputTypes.flatMap((type) =>
      Object.values(type.getFields())
        .filter(({ name }) => name === "extension_attributes")
        .map(({ type: bag }) => getNamedType(bag)),
    );
    const required = bags
      .filter(isObjectType)
      .flatMap((bag) => Object.values(bag.getFields()))
      .filter(({ type }) => isNonNullType(type) && isLeafType(getNullableType(type)))
      .filter((field) => !isZeroIfAbsent(field));
    expect(required.map(({ name }) => name)).toEqual([]);
    expect(bags.length).toBeGreaterThan(20);
  });
});
