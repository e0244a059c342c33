import { GraphQLBoolean, GraphQLInt, GraphQLList, GraphQLObjectType, GraphQLString } from "graphql";
import { describe, expect, it } from "vitest";
import { briefSelection, briefWriterOf } from "../../../src/api/call/answer/brief-writer.js";
import { JsonText } from "../../../src/api/call/answer/json-text.js";
import { Decimal } from "../../../src/api/contract/scalars.js";

describe("the response of a queued operation", () => {
  const long = "x".repeat(2000);
  const option = new GraphQLObjectType({ name: "Option", fields: { id: { type: GraphQLInt } } });
  const product = new GraphQLObjectType({
    name: "Product",
    fields: {
      id: { type: GraphQLInt },
      sku: { type: GraphQLString },
      is_new: { type: GraphQLBoolean },
      options: { type: new GraphQLList(option) },
      note: { type: GraphQLString },
      description: { type: GraphQLString },
      price: { type: Decimal },
    },
  });
  const write = briefWriterOf(product);
  const whole = { id: 7, sku: "a", is_new: true, options: [{ id: 2 }], note: null, price: "12345678901234.123456" };
  const brief = '{"id":7,"sku":"a","is_new":true,"note":null,"price":12345678901234.123456}';

  it("is stored whole if it is short", () => {
    const text = '{"id":7,"sku":"a","is_new":true,"options":[{"id":2}],"note":null,"price":12345678901234.123456}';
    expect(write(whole)).toBe(text);
    expect(write({})).toBe("{}");
    expect(write(null)).toBe("null");
    expect(write(undefined)).toBeUndefined();
    const characters = JSON.stringify({ description: "" }).length;
    for (const [count, fits] of [
      [1000 - characters, true],
      [1001 - characters, false],
    ] as const) {
      const description = "x".repeat(count);
      expect(write({ description })).toBe(fits ? JSON.stringify({ description }) : "{}");
    }
  });

  it("is stored whole if it is a list", () => {
    const list = [{ id: 1, description: long }];
    expect(briefWriterOf(new GraphQLList(product))(list)).toBe(JSON.stringify(list));
  });

  it("is reduced to numbers, flags and short texts otherwise", () => {
    expect(write({ ...whole, description: long })).toBe(brief);
    const options = Array.from({ length: 200 }, (_, id) => ({ id }));
    expect(write({ ...whole, options })).toBe(brief);
    const sent = { id: 7, options, note: "x".repeat(256), description: '"'.repeat(255) };
    expect(write(sent)).toBe(JSON.stringify({ id: 7, description: '"'.repeat(255) }));
  });

  it("is always reduced if the route says so, and only the stored fields are read", () => {
    const writeBriefly = briefWriterOf(product, 0);
    expect(writeBriefly(whole)).toBe(brief);
    const own = ["id", "sku", "is_new", "options", "note"].filter((name) => briefSelection(product)?.has(name));
    expect(own).toEqual(["id", "sku", "is_new", "note"]);
    expect(briefSelection(new GraphQLList(product))).toBeUndefined();
  });

  it("is stored whole if it is already JSON text", () => {
    const text = JSON.stringify({ id: 7, description: long });
    expect(write(new JsonText(text))).toBe(text);
  });
});
