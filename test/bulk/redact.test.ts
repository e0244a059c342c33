import { GraphQLBoolean, GraphQLInt, GraphQLList, GraphQLObjectType, GraphQLString } from "graphql";
import { describe, expect, it } from "vitest";
import { isRedacted, redactPayload, settlePayload } from "../../src/bulk/run/redact.js";
import { briefSelection, briefWriterOf } from "../../src/call/brief-writer.js";
import { JsonText } from "../../src/call/json-text.js";
import { Decimal } from "../../src/contract/scalars.js";
import { answeredIds } from "../../src/bulk/status/answered-ids.js";

describe("a stored payload", () => {
  it.each([
    "password",
    "newPassword",
    "new_password",
    "password_hash",
    "passwordHash",
    "token",
    "access_token",
    "resetToken",
  ])("has the value of %s blanked", (key) => {
    const redacted = redactPayload(JSON.stringify({ customer: { [key]: "secret", name: "kept" } }));
    expect(redacted).toBe(JSON.stringify({ customer: { [key]: "***", name: "kept" } }));
    expect(isRedacted(redacted ?? "")).toBe(true);
  });

  it.each(["confirmation_key", "cc_number", "cc_cid", "card_number", "token_secret"])(
    "has the value of %s blanked",
    (key) => {
      expect(redactPayload(JSON.stringify({ [key]: "secret" }))).toBe(JSON.stringify({ [key]: "***" }));
    },
  );

  it("is left as it is when no key is a secret's", () => {
    expect(redactPayload(JSON.stringify({ sku: "password", "token of thanks": "x" }))).toBeNull();
  });

  it("is searched in time that grows with its length", () => {
    expect(redactPayload(JSON.stringify({ name: "password".repeat(200_000) }))).toBeNull();
  });
});

describe("the payload of an operation that succeeded", () => {
  const file = "AAAA".repeat(100);

  it.each(["base64_encoded_data", "file_data", "image_base64_content", "shipping_label"])(
    "has the Base64 of %s replaced by its length",
    (key) => {
      const sent = JSON.stringify({ entry: { name: "a.gif", [key]: file }, password: "secret" });
      const kept = { entry: { name: "a.gif", [key]: "(400 characters of Base64, stored)" }, password: "***" };
      expect(settlePayload(sent)).toBe(JSON.stringify(kept));
    },
  );

  it("is left as it is without files and secrets", () => {
    expect(settlePayload(JSON.stringify({ sku: "base64_encoded_data", file_data: "QQ==" }))).toBeNull();
  });
});

describe("the answer of an operation", () => {
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
    expect(write(new JsonText(text))).toBe(text);
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
      expect(write(new JsonText(JSON.stringify({ description })))).toBe(write({ description }));
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
    const text = JSON.stringify({ id: 7, price: 9.9, options, note: long, description: '"'.repeat(255) });
    expect(write(new JsonText(text))).toBe(JSON.stringify({ id: 7, price: 9.9, description: '"'.repeat(255) }));
    const sent = { id: 7, options, note: "x".repeat(256), description: '"'.repeat(255) };
    expect(write(sent)).toBe(JSON.stringify({ id: 7, description: '"'.repeat(255) }));
  });

  it("is always reduced where the route says so, and only what is stored is read", () => {
    const writeBriefly = briefWriterOf(product, 0);
    expect(writeBriefly(whole)).toBe(brief);
    expect(writeBriefly(new JsonText('{"id":7,"options":[]}'))).toBe('{"id":7}');
    const own = ["id", "sku", "is_new", "options", "note"].filter((name) => briefSelection(product)?.has(name));
    expect(own).toEqual(["id", "sku", "is_new", "note"]);
    expect(briefSelection(new GraphQLList(product))).toBeUndefined();
  });

  it("is stored whole if it is text with a number that a double cannot hold", () => {
    const exact = `{"price":12345678901234.123456,"description":"${long}"}`;
    expect(write(new JsonText(exact))).toBe(exact);
  });

  it.each([
    [null, null, null],
    ["12", 12, null],
    ['"12"', 12, null],
    ['"b1de"', null, "b1de"],
    ["true", null, null],
    ['{"id":7,"sku":"a"}', 7, "a"],
    ['{"entity_id":"9","increment_id":"000000009"}', 9, "000000009"],
    ['{"rule_id":3,"coupon_id":4,"code":"X"}', 4, "X"],
    ['{"attribute_set_id":5,"attribute_group_id":6}', 6, null],
  ])("%s has the id %s and the identifier %s", (answer, entity_id, identifier) => {
    expect(answeredIds(answer)).toEqual({ entity_id, identifier });
  });
});
