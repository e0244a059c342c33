import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { addProducts } from "./support.js";

const { app, admin } = useApp();

beforeAll(async () => {
  await addProducts(app.db, [{ sku: "a" }]);
});

const stored = async () => [
  await app.db.query("select * from product_price"),
  await app.db.query("select * from product_tier_price"),
  await app.db.query("select * from product"),
];

const writes = ["special-price", "special-price-delete", "base-prices", "cost", "tier-prices", "tier-prices-delete"];
const hostile = ["'; drop table product; --", "${1+1}", "%SKU", "\u202e", "{{7*7}}", "a\\", '"', "🦆".repeat(50)];

describe.each(writes)("%s", (kind) => {
  const call = (body: unknown) => admin.post(`/V1/products/${kind}`, body);

  it("rejects malformed rows with 400, or with the reasons of each, and changes nothing", async () => {
    const before = await stored();
    for (const prices of ["", "x", 7, true, null, [[1]], [{ sku: { a: 1 } }], [{ sku: ["a"] }], [{ other: 1 }]]) {
      const reply = await call({ prices });
      expect([prices, reply.status]).toEqual([prices, 400]);
    }
    // A scalar in a list of rows is a row without fields, as in Magento.
    for (const prices of [{ a: 1 }, ["x"], [7], [null]]) {
      const { status, body } = await call({ prices });
      expect([prices, status]).toEqual([prices, 200]);
      expect((body as { message: string }[]).every(({ message }) => message !== "")).toBe(true);
      expect(body).not.toEqual([]);
    }
    expect((await call(undefined)).status).toBe(400);
    expect((await call({})).body).toEqual({
      message: '"%fieldName" is required. Enter and try again.',
      parameters: { fieldName: "prices" },
    });
    expect(await stored()).toEqual(before);
  });

  it("rejects values that are not numbers with 400 and changes nothing", async () => {
    const before = await stored();
    for (const price of [
      "abc",
      "NaN",
      "Infinity",
      "-Infinity",
      "0x10",
      "1_000",
      "12,5",
      "",
      " ",
      "1e99999",
      [],
      {},
      "--1",
    ]) {
      const amount = kind === "cost" ? { cost: price } : { price };
      const row = kind.startsWith("tier") ? { sku: "a", price_type: "fixed" } : { sku: "a", store_id: 0 };
      const reply = await call({ prices: [{ ...row, ...amount }] });
      expect([price, reply.status]).toEqual([price, 400]);
    }
    expect(await stored()).toEqual(before);
  });

  it("reports hostile text as a failed row", async () => {
    const before = await stored();
    for (const text of hostile) {
      const row = kind.startsWith("tier")
        ? { sku: text, price: 1, price_type: text, website_id: 0, customer_group: text, quantity: 1 }
        : kind === "cost"
          ? { sku: text, cost: 1, store_id: 0 }
          : kind.startsWith("special")
            ? { sku: text, price: 1, store_id: 0, price_from: text, price_to: text }
            : { sku: text, price: 1, store_id: 0 };
      const reply = await call({ prices: [row] });
      expect([text, reply.status, (reply.body as unknown[]).length > 0]).toEqual([text, 200, true]);
      expect((reply.body as { parameters: string[] }[])[0]?.parameters).toContain(text);
    }
    expect(await stored()).toEqual(before);
  });

  it("accepts SKUs of any length", async () => {
    const row = kind.startsWith("tier")
      ? { price: 1, price_type: "fixed", website_id: 0, customer_group: "General", quantity: 1 }
      : { store_id: 0, [kind === "cost" ? "cost" : "price"]: 1 };
    const reply = await call({ prices: [{ ...row, sku: "x".repeat(1_000_000) }] });
    expect([reply.status, reply.body.length]).toEqual([200, 1]);
  });

  it("does not write to prototypes through keys of the request", async () => {
    const reply = await admin.request(`/rest/V1/products/${kind}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: '{"prices":[{"__proto__":{"sku":"a"},"constructor":{"prototype":{"sku":"a"}}}]}',
    });
    expect(reply.status).toBe(400);
    expect(({} as Record<string, unknown>)["sku"]).toBeUndefined();
  });
});

describe("reading prices", () => {
  it.each(["special-price", "base-prices", "cost", "tier-prices"])(
    "answers 400 or an empty list for malformed SKUs of %s",
    async (kind) => {
      const call = (skus: unknown) => admin.post(`/V1/products/${kind}-information`, { skus });
      for (const skus of ["a", 1, null, [["a"]], [{ a: 1 }]]) {
        const reply = await call(skus);
        expect([skus, reply.status]).toEqual([skus, 400]);
      }
      const reply = await call([...hostile, "", null, 7, true, "x".repeat(100_000)]);
      expect([reply.status, reply.body]).toEqual([200, []]);
    },
  );
});
