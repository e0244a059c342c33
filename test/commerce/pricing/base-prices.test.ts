import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestApp, useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { addProducts, addStores, startShop, storedPrices, updatedAt } from "./support.js";

const path = "/V1/products/base-prices";
const skuMessage = "Invalid attribute %fieldName = %fieldValue.";
const sku = (value: string | null) => ({ message: skuMessage, parameters: ["SKU", value] });
const price = (value: string | null) => ({ message: skuMessage, parameters: ["Price", value] });
const store = (value: string | null, id: string | null) => ({
  message: `Requested store is not found. Row ID: SKU = ${value ?? ""}, Store ID: ${id ?? ""}.`,
  parameters: [value, id],
});

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  ({ app, admin } = await startShop());
});

afterAll(() => app[Symbol.asyncDispose]());

describe("the API of base prices in the global price scope", () => {
  it("sets prices of simple, virtual and downloadable products and fixed-price bundles, with case-insensitive SKUs", async () => {
    const skus = ["SIMPLE", "Virtual", "downloadable", "fixed-bundle"];
    const reply = await admin.post(path, { prices: skus.map((sku) => ({ sku, store_id: 0, price: 12.5 })) });
    expect([reply.status, reply.body]).toEqual([200, []]);
    const read = await admin.post(`${path}-information`, { skus });
    expect(read.text).toBe(`[${skus.map((name) => `{"price":12.5,"store_id":0,"sku":"${name}"}`).join(",")}]`);
  });

  it("copies the price of one store view to all store views", async () => {
    await addProducts(app.db, [{ sku: "anywhere" }]);
    expect((await admin.post(path, { prices: [{ sku: "anywhere", store_id: 11, price: 3 }] })).body).toEqual([]);
    expect(await storedPrices(app, "anywhere")).toEqual([expect.objectContaining({ store_id: 0, price: "3.000000" })]);
  });

  it("updates the updated_at of the product", async () => {
    await addProducts(app.db, [{ sku: "touched" }, { sku: "untouched" }]);
    await admin.post(path, {
      prices: [
        { sku: "touched", store_id: 0, price: 3 },
        { sku: "untouched", store_id: 0, price: -3 },
      ],
    });
    expect(await updatedAt(app, "touched")).not.toMatch(/^2001/);
    expect(await updatedAt(app, "untouched")).toMatch(/^2001/);
  });

  it.each([
    ["an unknown SKU", { sku: "nowhere", store_id: 0, price: 1 }, [sku("nowhere")]],
    ["no SKU", { store_id: 0, price: 1 }, [sku(null)]],
    ["a null SKU", { sku: null, store_id: 0, price: 1 }, [sku(null)]],
    ["an empty SKU", { sku: "", store_id: 0, price: 1 }, [sku("")]],
    ["a configurable product", { sku: "configurable", store_id: 0, price: 1 }, [sku("configurable")]],
    ["a grouped product", { sku: "grouped", store_id: 0, price: 1 }, [sku("grouped")]],
    ["a bundle without a price of its own", { sku: "bundle", store_id: 0, price: 1 }, [sku("bundle")]],
    ["no price", { sku: "simple", store_id: 0 }, [price(null)]],
    ["a null price", { sku: "simple", store_id: 0, price: null }, [price(null)]],
    ["a negative price", { sku: "simple", store_id: 0, price: -9.5 }, [price("-9.5")]],
    ["a price just below 0", { sku: "simple", store_id: 0, price: "-0.0000001" }, [price("-1.0E-7")]],
    ["a price beyond the column", { sku: "simple", store_id: 0, price: 1e14 }, [price("100000000000000")]],
    ["a huge price", { sku: "simple", store_id: 0, price: 1e25 }, [price("1.0E+25")]],
    ["an unknown store view", { sku: "simple", store_id: 99, price: 1 }, [store("simple", "99")]],
    ["a negative store view", { sku: "simple", store_id: -1, price: 1 }, [store("simple", "-1")]],
    ["no store view", { sku: "simple", price: 1 }, [store("simple", null)]],
    ["a null store view", { sku: "simple", store_id: null, price: 1 }, [store("simple", null)]],
    ["nothing at all", {}, [sku(null), price(null), store(null, null)]],
    ["everything wrong", { sku: "x", store_id: 77, price: -10 }, [sku("x"), price("-10"), store("x", "77")]],
  ])("reports the reasons in order for %s and sets the other rows", async (name, row, failures) => {
    const good = `good ${name}`;
    await addProducts(app.db, [{ sku: good }]);
    const before = await storedPrices(app, "simple");
    const reply = await admin.post(path, { prices: [row, { sku: good, store_id: 0, price: 7 }] });
    expect([reply.status, reply.body]).toEqual([200, failures]);
    expect(await storedPrices(app, good)).toEqual([expect.objectContaining({ price: "7.000000" })]);
    expect(await storedPrices(app, "simple")).toEqual(before);
  });

  it.each([
    ["12345678901234.123456", "12345678901234.123456"],
    ["99999999999999.999999", "99999999999999.999999"],
    [123456789012.345, "123456789012.345000"],
    ["0.0000005", "0.000001"],
    ["0.0000004", "0.000000"],
    [0, "0.000000"],
    [-0, "0.000000"],
    ["-0.0", "0.000000"],
    ["1e3", "1000.000000"],
    ["1e-300", "0.000000"],
    ["00012.50", "12.500000"],
  ])("keeps every digit of %s", async (given, stored) => {
    const reply = await admin.post(path, { prices: [{ sku: "simple", store_id: 0, price: given }] });
    expect(reply.body).toEqual([]);
    expect(await storedPrices(app, "simple")).toEqual([expect.objectContaining({ price: stored })]);
  });

  it("returns every digit", async () => {
    await admin.post(path, { prices: [{ sku: "simple", store_id: 0, price: "12345678901234.123456" }] });
    const reply = await admin.post(`${path}-information`, { skus: ["simple"] });
    expect(reply.text).toBe('[{"price":12345678901234.123456,"store_id":0,"sku":"simple"}]');
  });

  it("lists prices in the order of the SKUs, once each as first spelled, without products that have no price", async () => {
    await admin.post(path, { prices: ["simple", "virtual"].map((sku) => ({ sku, store_id: 0, price: 1 })) });
    const skus = ["virtual", "nowhere", "configurable", "bundle", "SIMPLE", "simple", ""];
    const reply = await admin.post(`${path}-information`, { skus });
    expect(reply.body.map((row: { sku: string }) => row.sku)).toEqual(["virtual", "SIMPLE"]);
  });

  it("accepts an empty list and changes nothing", async () => {
    const reply = await admin.post(path, { prices: [] });
    expect([reply.status, reply.body]).toEqual([200, []]);
  });

  it("applies the last of two rows for a product", async () => {
    const rows = [1, 2, 3].map((price) => ({ sku: price === 2 ? "SIMPLE" : "simple", store_id: 0, price }));
    expect((await admin.post(path, { prices: rows })).body).toEqual([]);
    expect(await storedPrices(app, "simple")).toEqual([expect.objectContaining({ price: "3.000000" })]);
  });

  it("requires the catalog permission", async () => {
    const other = await app.asAdmin(["Magento_Customer::group"]);
    for (const client of [other, app.asGuest()]) {
      const reply = await client.post(path, { prices: "" });
      expect([reply.status, reply.body.parameters]).toEqual([401, { resources: "Magento_Catalog::catalog" }]);
    }
  });
});

describe("the API of base prices in the website price scope", () => {
  const { app: scoped } = useApp({ PORTICO_PRICE_SCOPE: "website" });

  beforeAll(async () => {
    await addStores(scoped.db);
    await addProducts(scoped.db, [{ sku: "simple" }]);
  });

  it("copies a price to every store view of the website, and sets only the global price for store 0", async () => {
    const client = await scoped.asAdmin();
    const rows = [
      { sku: "simple", store_id: 0, price: 10 },
      { sku: "simple", store_id: 12, price: 20 },
    ];
    expect((await client.post(path, { prices: rows })).body).toEqual([]);
    const stored = await client.post(`${path}-information`, { skus: ["simple"] });
    expect(stored.body).toEqual([
      { price: 10, store_id: 0, sku: "simple" },
      { price: 20, store_id: 11, sku: "simple" },
      { price: 20, store_id: 12, sku: "simple" },
    ]);
  });
});
