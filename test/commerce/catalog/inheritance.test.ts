import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { addStores, attributesOf, simple } from "./support.js";

const { app, admin } = useApp();

beforeAll(async () => {
  await addStores(app.db);
});

const custom = (values: Readonly<Record<string, unknown>>) =>
  Object.entries(values).map(([attribute_code, value]) => ({ attribute_code, value }));

const create = (sku: string, values: Readonly<Record<string, unknown>>) =>
  admin.post("/V1/products", { product: simple(sku, { custom_attributes: custom(values) }) });

const save = (sku: string, product: object, store?: string) =>
  admin.put(`/V1/products/${sku}`, { product }, store === undefined ? {} : { store });

const read = async (sku: string, store?: string) => {
  const { body } = await admin.get(`/V1/products/${sku}`, store === undefined ? {} : { store });
  return { name: body.name, ...attributesOf(body) };
};

const texts = { description: "D", url_key: "whole", meta_title: "M", news_from_date: "2030-01-01 00:00:00" };

describe("a text or date of a store view", () => {
  it("stays inherited when a client sends the inherited one", async () => {
    await create("whole", texts);
    const { body } = await admin.get("/V1/products/whole");
    expect((await save("whole", { ...body, price: 12 })).status).toBe(200);
    const changed = { description: "D2", url_key: "whole-2", meta_title: "M2", news_from_date: "2031-01-01 00:00:00" };
    await save("whole", { name: "B", custom_attributes: custom(changed) }, "all");
    expect(await read("whole")).toMatchObject({ name: "B", ...changed });
  });

  it("stays the store view's own once it has one, even if it equals the global one", async () => {
    await create("own", { description: "D" });
    await save("own", { custom_attributes: custom({ description: "Own" }) });
    await save("own", { custom_attributes: custom({ description: "D" }) });
    await save("own", { custom_attributes: custom({ description: "D2" }) }, "all");
    expect(await read("own")).toMatchObject({ description: "D" });
    expect(await read("own", "german")).toMatchObject({ description: "D2" });
  });

  it("is empty when a client sends an empty text, and inherited again after null", async () => {
    await create("empty", { ...texts, url_key: "empty" });
    const codes = Object.keys(texts);
    const all = (value: unknown) => ({ custom_attributes: custom(Object.fromEntries(codes.map((c) => [c, value]))) });
    await save("empty", all(""));
    const emptied = await read("empty");
    expect(codes.filter((code) => code in emptied)).toEqual([]);
    expect(await read("empty", "all")).toMatchObject({ ...texts, url_key: "empty" });
    await save("empty", all(null));
    expect(await read("empty")).toMatchObject({ ...texts, url_key: "empty" });
  });

  it("is not found in the store views of the website where an empty date hides the global one", async () => {
    await create("hidden", { news_from_date: "2030-01-01 00:00:00" });
    await save("hidden", { custom_attributes: custom({ news_from_date: "" }) });
    const filter = "searchCriteria[filter_groups][0][filters][0]";
    const query = `${filter}[field]=news_from_date&${filter}[condition_type]=gteq&${filter}[value]=2029-01-01`;
    const found = async (store: string) => {
      const { body } = await admin.get(`/V1/products?${query}&fields=items[sku]`, { store });
      return body.items.some(({ sku }: { sku: string }) => sku === "hidden");
    };
    expect([await found("default"), await found("outlet_view")]).toEqual([false, true]);
  });
});

describe("a choice of a store view", () => {
  it("is stored even if it equals the global one", async () => {
    await create("chosen", {});
    await save("chosen", { status: 1 });
    await save("chosen", { status: 2 }, "all");
    const { body } = await admin.get("/V1/products/chosen", { store: "default" });
    expect(body.status).toBe(1);
  });
});

it("rejects an empty name in a store view", async () => {
  await create("named", {});
  const { status, body } = await save("named", { name: "" });
  expect([status, body.message]).toEqual([400, expect.stringContaining("attribute value is empty")]);
});

it("gives a new product a default only where the request lacks the attribute", async () => {
  await create("bare", { options_container: "" });
  await create("usual", {});
  expect(await read("bare")).not.toHaveProperty("options_container");
  expect(await read("usual")).toHaveProperty("options_container");
});

it("cuts a text to the length of its column", async () => {
  const { status, body } = await create("long", { meta_description: "x".repeat(256) });
  expect([status, attributesOf(body)["meta_description"]]).toEqual([200, "x".repeat(255)]);
});

it("ignores custom attributes that are fields of the product", async () => {
  const { body } = await create("fields", { status: 2, visibility: 1, weight: 7, price: 3 });
  expect(body).toMatchObject({ status: 1, visibility: 4, price: 10.5 });
  expect(body).not.toHaveProperty("weight");
});

it("returns links and tier prices of a new product only if they were sent", async () => {
  const { body } = await create("brief", {});
  expect(body).not.toHaveProperty("product_links");
  expect(body).not.toHaveProperty("tier_prices");
  const full = await admin.post("/V1/products", { product: simple("full", { product_links: [], tier_prices: [] }) });
  expect(full.body).toMatchObject({ product_links: [], tier_prices: [] });
  expect((await admin.get("/V1/products/brief")).body).toMatchObject({ product_links: [], tier_prices: [] });
});

it("reads the global cost in every store view while prices are global", async () => {
  await create("costly", { cost: 4 });
  await admin.post("/V1/products/cost", { prices: [{ cost: 3, store_id: 1, sku: "costly" }] });
  expect(await read("costly", "default")).toMatchObject({ cost: "4.000000" });
});

it("answers prices with the SKU as it was asked for, ignoring its case and trailing blanks", async () => {
  await create("spelled", {});
  const { body } = await admin.post("/V1/products/base-prices-information", { skus: ["SPELLED ", "spelled"] });
  expect(body).toEqual([{ price: 10.5, store_id: 0, sku: "SPELLED " }]);
});
