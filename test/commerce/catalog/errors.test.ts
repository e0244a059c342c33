import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { attributesOf, pixel, simple } from "./support.js";

const { app, admin } = useApp();

beforeAll(async () => {
  await admin.post("/V1/products", { product: simple("taken") });
});

const custom = (attribute_code: string, value: unknown) => ({ custom_attributes: [{ attribute_code, value }] });
const empty = (label: string) => `The "${label}" attribute value is empty. Set the attribute and try again.`;
const image = (content: object) => ({
  media_gallery_entries: [{ media_type: "image", label: "l", position: 1, disabled: false, types: [], content }],
});
const tier = (more: object) => ({ tier_prices: [{ customer_group_id: 1, qty: 2, value: 3, ...more }] });

interface InvalidProduct {
  readonly product: object;
  readonly status?: number;
  readonly message: string;
  readonly parameters?: unknown;
}

const notSaved = "The product was unable to be saved. Please try again.";

describe("an invalid product", () => {
  it.each<InvalidProduct>([
    { product: { sku: "" }, message: empty("sku") },
    { product: { name: undefined }, message: empty("Product Name") },
    { product: { name: "" }, message: empty("Product Name") },
    { product: { price: undefined }, message: empty("Price") },
    { product: { price: -1 }, message: "Please enter a number 0 or greater in this field." },
    { product: { price: 1e15 }, message: "Please enter a number 0 or greater in this field." },
    { product: { weight: -1 }, message: "Please enter a number 0 or greater in this field." },
    {
      product: { attribute_set_id: undefined },
      message: "Invalid product data: %1",
      parameters: ["Invalid attribute set entity type"],
    },
    {
      product: { attribute_set_id: 3 },
      message: "Invalid product data: %1",
      parameters: ["Invalid attribute set entity type"],
    },
    {
      product: { type_id: "spaceship" },
      message: 'Invalid value of "%value" provided for the %fieldName field.',
      parameters: { fieldName: "type_id", value: "spaceship" },
    },
    {
      product: { status: 3 },
      message: 'Invalid value of "%value" provided for the %fieldName field.',
      parameters: { fieldName: "status", value: "3" },
    },
    {
      product: { sku: "x".repeat(65) },
      message: "SKU length should be 64 characters maximum.",
    },
    {
      product: { extension_attributes: { website_ids: [1, 77] } },
      message: "The product was unable to be saved. Please try again.",
    },
    {
      product: tier({ customer_group_id: 77 }),
      status: 404,
      message: "No such entity with %fieldName = %fieldValue",
      parameters: { fieldName: "id", fieldValue: 77 },
    },
    { product: tier({ value: -1 }), message: "Group price must be a number greater than 0." },
    {
      product: tier({ extension_attributes: { percentage_value: 101 } }),
      message: "Percentage value must be a number between 0 and 100.",
    },
    {
      product: { tier_prices: [...tier({}).tier_prices, ...tier({ qty: "2.0" }).tier_prices] },
      message: "We found a duplicate website, tier price, customer group and quantity.",
    },
    {
      product: { product_links: [{ link_type: "related", linked_product_sku: "nobody" }] },
      status: 404,
      message: 'The Product with the "%1" SKU doesn\'t exist.',
      parameters: ["nobody"],
    },
    {
      product: { product_links: [{ link_type: "constructor", linked_product_sku: "taken" }] },
      message: "The linked products data is invalid. Verify the data and try again.",
    },
    { product: custom("url_key", "product-taken"), message: "URL key for specified store already exists." },
    {
      product: custom("news_from_date", "2023-02-30"),
      message: 'Invalid value of "%value" provided for the %fieldName field.',
      parameters: { fieldName: "news_from_date", value: "2023-02-30" },
    },
    {
      product: custom("tax_class_id", "abc"),
      message:
        'Error occurred during "custom_attributes" processing. Attribute "tax_class_id" has invalid value. The "abc" value\'s type is invalid. ' +
        'The "int" type was expected. Verify and try again.',
    },
    {
      product: custom("description", { a: 1 }),
      message:
        'Error occurred during "custom_attributes" processing. Attribute "description" has invalid value. The "array" value\'s type is invalid. ' +
        'The "string" type was expected. Verify and try again.',
    },
    {
      product: image({ ...pixel, base64_encoded_data: "?" }),
      message: "The image content must be valid base64 encoded data.",
    },
    {
      product: image({ ...pixel, base64_encoded_data: Buffer.from("<?php").toString("base64") }),
      message: "The image content must be valid base64 encoded data.",
    },
    { product: image({ ...pixel, type: "image/gif" }), message: "The image MIME type is not valid or not supported." },
    {
      product: image({ ...pixel, name: "../../a.png" }),
      message: "Provided image name contains forbidden characters.",
    },
    {
      product: { options: [{ title: "T", type: "field", sku: "x".repeat(65) }] },
      message: notSaved,
    },
    {
      product: { media_gallery_entries: [{ media_type: "hologram", content: pixel }] },
      message: 'Invalid value of "%value" provided for the %fieldName field.',
      parameters: { fieldName: "media_type", value: "hologram" },
    },
    { product: { options: [{ title: "T", type: "gesture" }] }, message: notSaved },
    { product: { options: [{ type: "field" }] }, message: notSaved },
    { product: { options: [{ title: "T", type: "radio", values: [] }] }, message: notSaved },
    { product: { options: [{ title: "T", type: "field", price_type: "half" }] }, message: notSaved },
  ])("is rejected as a whole: $message $parameters", async ({ product, status = 400, message, parameters }) => {
    const { status: given, body } = await admin.post("/V1/products", { product: { ...simple("refused"), ...product } });
    expect(body).toEqual(parameters === undefined ? { message } : { message, parameters });
    expect(given).toBe(status);
    expect(await app.db.query("select sku from product")).toEqual([{ sku: "taken" }]);
    expect(await app.db.query("select path from media_file")).toEqual([]);
  });

  it("answers 404 if it is deleted by an unknown SKU", async () => {
    const { status, body } = await admin.delete("/V1/products/nobody");
    expect(status).toBe(404);
    expect(body.message).toBe("The product that was requested doesn't exist. Verify the product and try again.");
  });

  it("is rejected for a caller without the resource", async () => {
    const other = await app.asAdmin(["Magento_Catalog::categories"]);
    const { status, body } = await other.post("/V1/products", { product: simple("refused") });
    expect(status).toBe(401);
    expect(body.parameters).toEqual({ resources: "Magento_Catalog::products" });
    expect((await app.asGuest().get("/V1/products/taken")).status).toBe(401);
  });

  it("leaves the existing product unchanged", async () => {
    const before = (await admin.get("/V1/products/taken")).body;
    const { status } = await admin.put("/V1/products/taken", {
      product: { name: "Changed", price: 3, ...tier({ customer_group_id: 77 }) },
    });
    expect(status).toBe(404);
    expect((await admin.get("/V1/products/taken")).body).toEqual(before);
  });
});

describe("a valid product", () => {
  it("gets a unique URL key if another product has the name", async () => {
    const { status, body } = await admin.post("/V1/products", {
      product: simple("Twin #1", { name: "Product taken" }),
    });
    expect(status).toBe(200);
    expect(attributesOf(body)["url_key"]).toBe("product-taken-twin-1");
    await admin.delete(`/V1/products/${encodeURIComponent("Twin #1")}`);
  });

  it("can have slashes, spaces, percent signs and letters of any alphabet in its SKU", async () => {
    for (const sku of ["a/b", "a b", "50%", "Щ-1", "漢字"]) {
      const path = `/V1/products/${encodeURIComponent(sku)}`;
      expect((await admin.post("/V1/products", { product: simple(sku) })).status).toBe(200);
      expect((await admin.get(path)).body.sku).toBe(sku);
      expect((await admin.put(path, { product: { price: 2 } })).body.price).toBe(2);
      expect((await admin.delete(path)).body).toBe(true);
    }
  });

  it("is created once by concurrent calls with the same SKU", async () => {
    const replies = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((price) => admin.post("/V1/products", { product: simple("race", { price }) })),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await app.db.query("select sku from product where sku_key = 'race'")).toHaveLength(1);
    await admin.delete("/V1/products/race");
  });

  it("keeps exact decimals of any size that fits", async () => {
    const price = "12345678901234.123456";
    const { text } = await admin.request("/rest/V1/products", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ product: simple("exact", { price }) }),
    });
    expect(text).toContain(`"price":${price}`);
    await admin.delete("/V1/products/exact");
  });

  it("is out of stock at quantity 0 unless backorders are allowed", async () => {
    const stock = async (stock_item: object) =>
      (await admin.put("/V1/products/taken", { product: { extension_attributes: { stock_item } } })).body
        .extension_attributes.stock_item;
    expect(await stock({ qty: 10, is_in_stock: true })).toMatchObject({
      qty: 10,
      is_in_stock: true,
      low_stock_date: null,
    });
    expect(await stock({ qty: 0 })).toMatchObject({ qty: 0, is_in_stock: false, stock_status_changed_auto: 1 });
    const allowed = await stock({ is_in_stock: true, use_config_backorders: false, backorders: 1 });
    expect(allowed).toMatchObject({ qty: 0, is_in_stock: true, backorders: 1, use_config_backorders: false });
    expect(allowed.low_stock_date).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });
});
