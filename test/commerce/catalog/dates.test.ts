import { describe, expect, it } from "vitest";
import { localTime } from "../../../src/api/contract/dates.js";
import { startApp, useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { addStores, attributesOf, simple } from "./support.js";

const { admin } = useApp();

const custom = (values: Readonly<Record<string, unknown>>) => ({
  custom_attributes: Object.entries(values).map(([attribute_code, value]) => ({ attribute_code, value })),
});
const create = async (sku: string, values: Readonly<Record<string, unknown>>) =>
  (await admin.post("/V1/products", { product: simple(sku, custom(values)) })).body;
const change = (
  sku: string,
  values: Readonly<Record<string, unknown>>,
  { client = admin, store = "default" }: { readonly client?: Client; readonly store?: string } = {},
) => client.put(`/V1/products/${sku}`, { product: custom(values) }, { store });
/** Returns the current day in Magento's default time zone. */
const today = () => `${localTime(new Date(), "America/Los_Angeles").slice(0, 10)} 00:00:00`;

describe("a special price without a start date", () => {
  it("starts today", async () => {
    const days = [today()];
    const product = attributesOf(await create("from-today", { special_price: "5" }));
    days.push(today());
    expect(product["special_price"]).toBe("5.000000");
    expect(days).toContain(product["special_from_date"]);
  });

  it("keeps its stored start date unless the request contains one", async () => {
    await create("from-then", { special_price: "5", special_from_date: "2020-02-03" });
    const kept = attributesOf((await change("from-then", { special_price: 4 })).body);
    expect(kept).toMatchObject({ special_price: "4.000000", special_from_date: "2020-02-03 00:00:00" });
    const sent = attributesOf((await change("from-then", { special_price: 3, special_from_date: "2021-01-01" })).body);
    expect(sent["special_from_date"]).toBe("2021-01-01 00:00:00");
  });

  it("has no start if it has no price", async () => {
    const product = attributesOf(await create("no-special", { special_price: null }));
    expect(product).not.toHaveProperty("special_from_date");
    await change("no-special", { special_price: 4 });
    const taken = attributesOf((await change("no-special", { special_price: "", special_from_date: "" })).body);
    expect(taken).not.toHaveProperty("special_price");
    expect(taken).not.toHaveProperty("special_from_date");
  });

  it("keeps the global day in a website with a different price", async () => {
    await using websites = await startApp({ PORTICO_PRICE_SCOPE: "website" });
    const client = await websites.asAdmin();
    await addStores(websites.db);
    const special = custom({ special_price: 5, special_from_date: "2020-02-03" });
    await client.post("/V1/products", { product: simple("by-website", special) });
    const { body } = await change("by-website", { special_price: 4 }, { client, store: "outlet_view" });
    expect(attributesOf(body)).toMatchObject({ special_price: "4.000000", special_from_date: "2020-02-03 00:00:00" });
    const [own] = await websites.db.query<{ own: number }>(
      "select count(*) as own from product_price where store_id <> 0 and special_from is not null",
    );
    expect(own?.own).toBe(0);
  });
});

describe("a period that ends before it starts", () => {
  const reversed = {
    message: "Invalid product data: %1",
    parameters: ["Make sure the To Date is later than or the same as the From Date."],
  };

  it.each([
    ["special_from_date", "special_to_date"],
    ["news_from_date", "news_to_date"],
    ["custom_design_from", "custom_design_to"],
  ])("is rejected if the request contains both dates or one is stored (%s)", async (from, to) => {
    const dates = { [from]: "2030-01-02", [to]: "2030-01-01 23:59:59" };
    const refused = await admin.post("/V1/products", { product: simple(`both-${from}`, custom(dates)) });
    expect([refused.status, refused.body]).toEqual([400, reversed]);
    expect((await admin.get(`/V1/products/both-${from}`)).status).toBe(404);

    await create(`one-${from}`, { [from]: "2030-01-02", [to]: "2030-01-02" });
    const earlier = await change(`one-${from}`, { [to]: "2030-01-01" });
    expect([earlier.status, earlier.body]).toEqual([400, reversed]);
    expect((await change(`one-${from}`, { [from]: null }, { store: "all" })).status).toBe(200);
    expect((await change(`one-${from}`, { [to]: "2030-01-01" })).status).toBe(200);
  });
});

describe("a time zone in a date", () => {
  it("is ignored, because dates of attributes have none", async () => {
    const values = { news_from_date: "2030-05-06T10:11:12+02:00", news_to_date: "2030-05-07 10:11:12Z" };
    expect(attributesOf(await create("zoned", values))).toMatchObject({
      news_from_date: "2030-05-06 10:11:12",
      news_to_date: "2030-05-07 10:11:12",
    });
  });
});

describe("a date of an attribute", () => {
  it.each([
    ["05/06/2030", "2030-05-06 00:00:00"],
    ["6.5.2030", "2030-05-06 00:00:00"],
    ["6.5.2030 10:11", "2030-05-06 10:11:00"],
    [1_893_456_000, "2030-01-01 00:00:00"],
  ])("is read in each form with one meaning, such as %s", async (given, stored) => {
    const sku = `written-${String(given).replaceAll(/\D/g, "")}`;
    expect(attributesOf(await create(sku, { news_from_date: given }))).toMatchObject({ news_from_date: stored });
  });

  it("is refused in a form that depends on the time of the call", async () => {
    const product = simple("relative", custom({ news_from_date: "tomorrow" }));
    expect((await admin.post("/V1/products", { product })).status).toBe(400);
  });
});
