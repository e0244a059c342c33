import { describe, expect, it } from "vitest";
import { isRedacted, redactPayload, stripPayload } from "../../../src/api/bulk/run/redact.js";
import { parseResultIds } from "../../../src/api/bulk/status/result-ids.js";

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
  ])("has the value of %s masked", (key) => {
    const redacted = redactPayload(JSON.stringify({ customer: { [key]: "secret", name: "kept" } }));
    expect(redacted).toBe(JSON.stringify({ customer: { [key]: "***", name: "kept" } }));
    expect(isRedacted(redacted ?? "")).toBe(true);
  });

  it.each(["confirmation_key", "cc_number", "cc_cid", "card_number", "token_secret"])(
    "has the value of %s masked",
    (key) => {
      expect(redactPayload(JSON.stringify({ [key]: "secret" }))).toBe(JSON.stringify({ [key]: "***" }));
    },
  );

  it("stays unchanged without secret keys", () => {
    expect(redactPayload(JSON.stringify({ sku: "password", "token of thanks": "x" }))).toBeNull();
  });

  it("is searched in linear time", () => {
    expect(redactPayload(JSON.stringify({ name: "password".repeat(200_000) }))).toBeNull();
  });
});

describe("the payload of a successful operation", () => {
  const file = "AAAA".repeat(100);

  it.each(["base64_encoded_data", "file_data", "image_base64_content", "shipping_label"])(
    "has the Base64 of %s replaced by its length",
    (key) => {
      const sent = JSON.stringify({ entry: { name: "a.gif", [key]: file }, password: "secret" });
      const kept = { entry: { name: "a.gif", [key]: "(400 characters of Base64, stored)" }, password: "***" };
      expect(stripPayload(sent)).toBe(JSON.stringify(kept));
    },
  );

  it("stays unchanged without files and secrets", () => {
    expect(stripPayload(JSON.stringify({ sku: "base64_encoded_data", file_data: "QQ==" }))).toBeNull();
  });
});

describe("the response of an operation", () => {
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
  ])("identifies the entity: %s has the id %s and the identifier %s", (answer, entity_id, identifier) => {
    expect(parseResultIds(answer)).toEqual({ entity_id, identifier });
  });
});
