import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { search } from "../../support/client.js";
import { addStores, attributesOf, simple } from "./support.js";

const { app, admin } = useApp();

beforeAll(async () => {
  await addStores(app.db);
});

const stores = [undefined, "all", "default", "german", "outlet_view"] as const;

/** Returns the product's names without a store code, under `all` and in each store view. */
async function names(sku: string): Promise<Record<string, string>> {
  const seen: Record<string, string> = {};
  for (const store of stores) {
    const { body } = await admin.get(`/V1/products/${sku}`, store ? { store } : {});
    seen[store ?? "none"] = body.name;
  }
  return seen;
}

const everywhere = (name: string) => ({
  none: name,
  all: name,
  default: name,
  german: name,
  outlet_view: name,
});

const rename = (sku: string, name: string | null, store?: string) =>
  admin.put(`/V1/products/${sku}`, { product: { name } }, store ? { store } : {});

describe("values by store", () => {
  it.each([undefined, "all", "german"])("are global for a new product, whatever the store code (%s)", async (store) => {
    const sku = `scope-create-${store ?? "none"}`;
    const { status } = await admin.post("/V1/products", { product: simple(sku) }, store ? { store } : {});
    expect(status).toBe(200);
    expect(await names(sku)).toEqual(everywhere(`Product ${sku}`));
  });

  it("are updated for the default store view without a store code", async () => {
    await admin.post("/V1/products", { product: simple("scope-none") });
    const { body } = await rename("scope-none", "New");
    expect(body.name).toBe("New");
    expect(await names("scope-none")).toEqual({ ...everywhere("Product scope-none"), none: "New", default: "New" });
  });

  it("are updated for the named store view", async () => {
    await admin.post("/V1/products", { product: simple("scope-code") });
    await rename("scope-code", "Neu", "german");
    expect(await names("scope-code")).toEqual({ ...everywhere("Product scope-code"), german: "Neu" });
  });

  it("are updated under `all` for every store view without a value of its own", async () => {
    await admin.post("/V1/products", { product: simple("scope-all") });
    await rename("scope-all", "Neu", "german");
    await rename("scope-all", "Everywhere", "all");
    expect(await names("scope-all")).toEqual({ ...everywhere("Everywhere"), german: "Neu" });
  });

  it("fall back to the global value if the value of a store view is set to null", async () => {
    await admin.post("/V1/products", { product: simple("scope-null") });
    await rename("scope-null", "Neu", "german");
    expect((await rename("scope-null", null, "german")).status).toBe(200);
    expect(await names("scope-null")).toEqual(everywhere("Product scope-null"));
    const refused = await rename("scope-null", null, "all");
    expect(refused.status).toBe(400);
    expect(refused.body).toEqual({
      message: 'The "Product Name" attribute value is empty. Set the attribute and try again.',
    });
  });

  it("are written to all store views of the website for a website attribute, and everywhere for a global one", async () => {
    await admin.post("/V1/products", { product: simple("scope-website", { weight: 1 }) });
    await admin.put("/V1/products/scope-website", { product: { status: 2, weight: 3 } }, { store: "german" });
    const read = async (store: string) => (await admin.get("/V1/products/scope-website", { store })).body;
    expect((await read("default")).status).toBe(2);
    expect((await read("german")).status).toBe(2);
    expect((await read("outlet_view")).status).toBe(1);
    expect((await read("all")).status).toBe(1);
    for (const store of ["all", "default", "outlet_view"]) expect((await read(store)).weight).toBe(3);
  });

  it("are read for another store view with `storeId`", async () => {
    await admin.post("/V1/products", { product: simple("scope-argument") });
    await rename("scope-argument", "Neu", "german");
    const [german] = await app.db.query<{ id: number }>("select id from store where code = 'german'");
    expect((await admin.get(`/V1/products/scope-argument?storeId=${german?.id}`)).body.name).toBe("Neu");
    expect((await admin.get("/V1/products/scope-argument?storeId=0", { store: "german" })).body.name).toBe(
      "Product scope-argument",
    );
    expect(await admin.get("/V1/products/scope-argument?storeId=99")).toMatchObject({
      status: 400,
      body: { message: "The store that was requested wasn't found. Verify the store and try again." },
    });
  });

  it("include the same prices everywhere by default, whatever the store code", async () => {
    await admin.post("/V1/products", { product: simple("scope-price") });
    await admin.put("/V1/products/scope-price", { product: { price: 7.25 } }, { store: "german" });
    for (const store of stores) {
      expect((await admin.get("/V1/products/scope-price", store ? { store } : {})).body.price).toBe(7.25);
    }
  });

  it("include the website of the store for a new product, or all websites under `all`", async () => {
    const websites = async (sku: string, store?: string) =>
      (await admin.post("/V1/products", { product: simple(sku) }, store ? { store } : {})).body.extension_attributes
        .website_ids;
    const [outlet] = await app.db.query<{ id: number }>("select id from website where code = 'outlet'");
    expect(await websites("site-none")).toEqual([1]);
    expect(await websites("site-code", "outlet_view")).toEqual([outlet?.id]);
    expect(await websites("site-all", "all")).toEqual([1, outlet?.id]);
  });
});

describe("prices by website", () => {
  const { app: websites, admin: client } = useApp({ PORTICO_PRICE_SCOPE: "website" });

  beforeAll(async () => {
    await addStores(websites.db);
  });

  it("apply to all store views of the website, and fall back when they are deleted", async () => {
    await client.post("/V1/products", { product: simple("by-website") });
    const special = [{ attribute_code: "special_price", value: "5" }];
    await client.put(
      "/V1/products/by-website",
      { product: { price: 8, custom_attributes: special } },
      { store: "german" },
    );
    const read = async (store: string) => (await client.get("/V1/products/by-website", { store })).body;
    for (const store of ["default", "german"]) {
      expect((await read(store)).price).toBe(8);
      expect(attributesOf(await read(store))["special_price"]).toBe("5.000000");
    }
    for (const store of ["all", "outlet_view"]) {
      expect((await read(store)).price).toBe(10.5);
      expect(attributesOf(await read(store))).not.toHaveProperty("special_price");
    }
    await client.put("/V1/products/by-website", { product: { price: null } }, { store: "default" });
    expect((await read("german")).price).toBe(10.5);
    const refused = await client.put("/V1/products/by-website", { product: { price: null } }, { store: "all" });
    expect(refused.status).toBe(400);
    expect(refused.body.message).toContain('"Price" attribute value is empty');
  });

  it("are used to filter and count the products of a search", async () => {
    await client.post("/V1/products", { product: simple("counted-1") });
    await client.post("/V1/products", { product: simple("counted-2") });
    await client.put("/V1/products/counted-1", { product: { price: 70 } }, { store: "default" });
    const total = async (store: string) =>
      (await client.get(`/V1/products?${search([["price", "60", "gt"]], { page_size: 1 })}`, { store })).body
        .total_count;
    expect([await total("german"), await total("all"), await total("outlet_view")]).toEqual([1, 0, 0]);
  });
});
