import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { addProducts, startShop, storedPrices } from "./support.js";

const path = "/V1/products/cost";
const sku = (value: string | null) => ({
  message: "Invalid attribute %fieldName = %fieldValue.",
  parameters: ["SKU", value],
});
const cost = (value: string | null, product: string, store: string | null) => ({
  message: `Invalid attribute Cost = ${value ?? ""}. Row ID: SKU = ${product}, Store ID: ${store ?? ""}.`,
  parameters: [value, product, store],
});
const store = (product: string, id: string | null) => ({
  message: `Requested store is not found. Row ID: SKU = ${product}, Store ID: ${id ?? ""}.`,
  parameters: [product, id],
});

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  ({ app, admin } = await startShop());
});

afterAll(() => app[Symbol.asyncDispose]());

describe("the API of costs", () => {
  it("sets costs per store view and lists them by SKU, then store view", async () => {
    const rows = [
      { sku: "downloadable", store_id: 11, cost: 3.25 },
      { sku: "VIRTUAL", store_id: 0, cost: 2 },
      { sku: "simple", store_id: 10, cost: 1 },
      { sku: "simple", store_id: 0, cost: 0 },
    ];
    const reply = await admin.post(path, { prices: rows });
    expect([reply.status, reply.body]).toEqual([200, []]);
    const read = await admin.post(`${path}-information`, { skus: ["simple", "nowhere", "virtual", "downloadable"] });
    expect(read.body).toEqual([
      { cost: 0, store_id: 0, sku: "simple" },
      { cost: 1, store_id: 10, sku: "simple" },
      { cost: 2, store_id: 0, sku: "virtual" },
      { cost: 3.25, store_id: 11, sku: "downloadable" },
    ]);
  });

  it.each([
    ["an unknown SKU", { sku: "nowhere", store_id: 0, cost: 1 }, [sku("nowhere")]],
    ["a bundle", { sku: "bundle", store_id: 0, cost: 1 }, [sku("bundle")]],
    ["a bundle with a price of its own", { sku: "fixed-bundle", store_id: 0, cost: 1 }, [sku("fixed-bundle")]],
    ["a configurable product", { sku: "configurable", store_id: 0, cost: 1 }, [sku("configurable")]],
    ["no cost", { sku: "simple", store_id: 0 }, [cost(null, "simple", "0")]],
    ["a negative cost", { sku: "simple", store_id: 0, cost: -2.5 }, [cost("-2.5", "simple", "0")]],
    ["a cost beyond the column", { sku: "simple", store_id: 0, cost: 1e20 }, [cost("1.0E+20", "simple", "0")]],
    ["an unknown store view", { sku: "simple", store_id: 99, cost: 1 }, [store("simple", "99")]],
    ["everything wrong", { sku: "x", cost: -1 }, [sku("x"), cost("-1", "x", null), store("x", null)]],
  ])("reports %s as failed and sets the other rows", async (name, row, failures) => {
    const good = `good ${name}`;
    await addProducts(app.db, [{ sku: good }]);
    const before = await storedPrices(app, "simple");
    const reply = await admin.post(path, { prices: [row, { sku: good, store_id: 0, cost: 7 }] });
    expect([reply.status, reply.body]).toEqual([200, failures]);
    expect(await storedPrices(app, good)).toEqual([expect.objectContaining({ cost: "7.000000" })]);
    expect(await storedPrices(app, "simple")).toEqual(before);
  });

  it("deletes costs in every store view and ignores unknown SKUs", async () => {
    await addProducts(app.db, [{ sku: "gone" }, { sku: "kept" }]);
    await admin.post("/V1/products/base-prices", { prices: [{ sku: "gone", store_id: 0, price: 9 }] });
    await admin.post(path, {
      prices: [0, 11].flatMap((store_id) => ["gone", "kept"].map((sku) => ({ sku, store_id, cost: 1 }))),
    });
    const reply = await admin.post(`${path}-delete`, { skus: ["GONE", "nowhere", "bundle", ""] });
    expect([reply.status, reply.body]).toEqual([200, true]);
    const read = await admin.post(`${path}-information`, { skus: ["gone", "kept"] });
    expect(read.body.map((row: { sku: string }) => row.sku)).toEqual(["kept", "kept"]);
    expect(await storedPrices(app, "gone")).toContainEqual(expect.objectContaining({ store_id: 0, price: "9.000000" }));
  });

  it("accepts a deletion with unknown SKUs only", async () => {
    expect((await admin.post(`${path}-delete`, { skus: ["nowhere"] })).body).toBe(true);
    expect((await admin.post(`${path}-delete`, { skus: [] })).body).toBe(true);
  });
});
