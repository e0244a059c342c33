import { beforeAll, describe, expect, it } from "vitest";
import { simple } from "../catalog/support.js";
import { useApp } from "../../support/app.js";
import { addSources, item, rowsOf, stockMismatches, stockOf } from "./support.js";

const { app, admin } = useApp();

beforeAll(async () => {
  await addSources(admin, "a", "b");
});

const create = (sku: string, qty = 0) =>
  admin.post("/V1/products", {
    product: simple(sku, { extension_attributes: { stock_item: { qty, is_in_stock: qty > 0 } } }),
  });
const save = (...sourceItems: object[]) => admin.post("/V1/inventory/source-items", { sourceItems });
const transfer = ([originSourceCode, destinationSourceCode]: readonly [string, string], ...items: object[]) =>
  admin.post("/V1/inventory/bulk-partial-source-transfer", { originSourceCode, destinationSourceCode, items });

const missing = (sku: string, source: string) => ({
  message: "%message",
  parameters: { message: `Source item for ${sku} and ${source} does not exist` },
});
const tooMuch = (sku: string) => ({
  message: "Requested transfer amount for sku %sku is not available",
  parameters: { sku },
});

describe("a transfer of amounts between sources", () => {
  it("moves them, keeps the status of the origin, and puts the destination in stock", async () => {
    await create("pt-1");
    await save(item("pt-1", "a", 5, 1), item("pt-1", "b", 1, 0));
    const { status, text } = await transfer(["A", "b"], { sku: "PT-1", qty: 2 }, { sku: "pt-1", qty: 0.5 });
    expect([status, text]).toEqual([200, "[]"]);
    expect(await rowsOf(admin, "pt-1")).toMatchObject({ a: [2.5, 1], b: [3.5, 1] });
  });

  it("loses nothing if the destination does not have the SKU yet, and updates the stock item", async () => {
    await create("pt-2", 10);
    await transfer(["default", "b"], { sku: "pt-2", qty: 4 });
    expect(await rowsOf(admin, "pt-2")).toEqual({ default: [6, 1], b: [4, 1] });
    expect(await stockOf(admin, "pt-2")).toEqual([6, true]);
    expect(await stockMismatches(app.db)).toEqual([]);
  });

  it("changes nothing if one amount is not available, and names every rule that is broken", async () => {
    await create("pt-3", 3);
    await create("pt-4", 3);
    const { status, body } = await transfer(
      ["default", "b"],
      { sku: "pt-3", qty: 1 },
      { sku: "pt-4", qty: 2 },
      { sku: "pt-4", qty: 2 },
      { sku: "pt-3", qty: -1 },
      { sku: "nobody", qty: 1 },
    );
    expect([status, body]).toEqual([
      400,
      {
        message: "Transfer validation failed",
        errors: [tooMuch("pt-4"), tooMuch("pt-3"), missing("nobody", "default")],
      },
    ]);
    expect(await rowsOf(admin, "pt-3")).toEqual({ default: [3, 1] });
  });

  it("rejects unknown sources, a source itself, and an empty list", async () => {
    await create("pt-5", 3);
    const one = { sku: "pt-5", qty: 1 };
    expect((await transfer(["gone", "away"], one)).body.errors).toEqual([
      { message: "Origin source %sourceCode does not exist", parameters: { sourceCode: "gone" } },
      { message: "Destination source %sourceCode does not exist", parameters: { sourceCode: "away" } },
      missing("pt-5", "gone"),
    ]);
    expect((await transfer(["default", "Default"], one)).body.errors).toEqual([
      { message: "Cannot transfer a source on itself", parameters: [] },
    ]);
    expect((await transfer(["default", "b"])).body).toEqual({
      message: "Could not rebuild index for empty products array",
    });
  });
});

describe("the salability of several products", () => {
  it("is read with one call, and is false for an unknown SKU", async () => {
    await create("sa-1", 2);
    expect((await admin.get("/V1/inventory/are-products-salable?skus[]=sa-1&skus[]=none&stockId=1")).body).toEqual([
      { sku: "sa-1", stock_id: 1, salable: true },
      { sku: "none", stock_id: 1, salable: false },
    ]);
    expect((await admin.get("/V1/inventory/are-products-salable?skus=sa-1&stockId=1")).body.message).toBe(
      'The "string" value\'s type is invalid. The "string[]" type was expected. Verify and try again.',
    );
  });

  it("is read for quantities, with the reasons", async () => {
    await create("sa-2", 2);
    const query =
      "skuRequests[0][sku]=sa-2&skuRequests[0][qty]=1&skuRequests[1][sku]=sa-2&skuRequests[1][qty]=100&stockId=1";
    const { body } = await admin.get(`/V1/inventory/are-product-salable-for-requested-qty?${query}`);
    expect(body).toEqual([
      { sku: "sa-2", stock_id: 1, salable: true, errors: [] },
      { sku: "sa-2", stock_id: 1, salable: false, errors: [expect.anything(), expect.anything(), expect.anything()] },
    ]);
    const unknown = "skuRequests[0][sku]=none&skuRequests[0][qty]=1&stockId=1";
    expect((await admin.get(`/V1/inventory/are-product-salable-for-requested-qty?${unknown}`)).status).toBe(404);
    const incomplete = "skuRequests[0][qty]=1&skuRequests[1][sku]=sa-2&stockId=1";
    expect(await admin.get(`/V1/inventory/are-product-salable-for-requested-qty?${incomplete}`)).toMatchObject({
      status: 400,
      body: { message: '"%fieldName" is required. Enter and try again.', parameters: { fieldName: "sku" } },
    });
  });
});
