import { describe, expect, it } from "vitest";
import { isRedacted, redactPayload } from "../../src/bulk/run/redact.js";

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
