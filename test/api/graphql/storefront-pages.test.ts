import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { configurableProducts } from "../../commerce/catalog/configurable-products.js";
import { priced, link, option } from "../../commerce/catalog/bundle-products.js";
import { importOrder } from "../../commerce/sales/support.js";
import { pixel, simple } from "../../commerce/catalog/support.js";

const { app, admin } = useApp({ PORTICO_ANONYMOUS_CATALOG: "on", PORTICO_GRAPHQL_COST: "1000000" });
const products = configurableProducts(() => admin);
let shoes: number;
let boots: number;

const taxable = { attribute_code: "tax_class_id", value: "2" };
const save = async (product: Readonly<Record<string, unknown>>) =>
  expect(await admin.post("/V1/products", { product })).toMatchObject({ status: 200 });

beforeAll(async () => {
  const addCategory = async (name: string, parent_id: number, is_active = true) =>
    (await admin.post("/V1/categories", { category: { name, parent_id, is_active } })).body.id as number;
  shoes = await addCategory("Shoes", 2);
  boots = await addCategory("Boots", shoes);
  await addCategory("Hidden", 2, false);
  const category_links = [shoes, boots].map((id) => ({ category_id: String(id), position: 0 }));
  await save(
    simple("boot", {
      ...{ name: "Brown Boot", price: 100, custom_attributes: [taxable] },
      extension_attributes: { category_links, stock_item: { qty: 9, is_in_stock: true } },
      media_gallery_entries: [
        { media_type: "image", label: "A boot", types: ["image"], disabled: false, content: pixel },
      ],
    }),
  );
  await save(simple("lace", { name: "Lace", price: 10, custom_attributes: [taxable] }));
  await save(simple("gone", { name: "Gone", price: 1, status: 2 }));
  const page = { title: "About us", identifier: "about-us", content: "<p>We sell boots.</p>", active: true };
  expect((await admin.post("/V1/cmsPage", { page })).status).toBe(200);
});

describe("the route of a path", () => {
  const query = (path: string) => `{ urlRoute(path: "${path}") { type id
    product { sku url_path breadcrumbs { name url_path } } category { name url_path breadcrumbs { name } }
    cms_page { title content } } }`;
  const routeOf = async (path: string) => (await app.asGuest().graphql(query(path))).body;

  it("leads to a product, alone and below a category that shows it", async () => {
    const breadcrumbs = [
      { name: "Shoes", url_path: "shoes.html" },
      { name: "Boots", url_path: "shoes/boots.html" },
    ];
    const expected = {
      data: {
        urlRoute: {
          ...{ type: "PRODUCT", id: expect.any(Number) as unknown, category: null, cms_page: null },
          product: { sku: "boot", url_path: "brown-boot.html", breadcrumbs },
        },
      },
    };
    for (const path of ["brown-boot.html", "/shoes/boots/brown-boot.html?size=9", "shoes/brown-boot.html"]) {
      expect(await routeOf(path), path).toEqual(expected);
    }
  });

  it("leads to a category and to a CMS page", async () => {
    expect((await routeOf("shoes/boots.html")).data.urlRoute).toMatchObject({
      ...{ type: "CATEGORY", id: boots, product: null },
      category: { name: "Boots", url_path: "shoes/boots.html", breadcrumbs: [{ name: "Shoes" }] },
    });
    expect((await routeOf("about-us")).data.urlRoute).toMatchObject({
      ...{ type: "CMS_PAGE", category: null },
      cms_page: { title: "About us", content: "<p>We sell boots.</p>" },
    });
    expect((await routeOf("")).data.urlRoute).toMatchObject({ cms_page: { title: "Home page" } });
  });

  it("leads nowhere for records that the storefront does not show", async () => {
    for (const path of [
      "gone.html",
      "hidden.html",
      "boots.html",
      "boots/lace.html",
      "shoes/lace.html",
      "nowhere",
      "shoes",
    ]) {
      const { data, errors } = await routeOf(path);
      expect({ path, data }).toEqual({ path, data: { urlRoute: null } });
      expect(errors).toMatchObject([{ extensions: { code: "NO_SUCH_ENTITY" } }]);
    }
  });

  it("is a route of REST, too, which is closed by default", async () => {
    const guest = app.asGuest();
    expect((await guest.get("/V1/store/url-route?path=shoes.html")).body).toEqual({ type: "category", id: shoes });
    expect((await guest.get("/V1/store/url-route?path=nowhere")).status).toBe(404);
  });
});

describe("the image of a product", () => {
  it("is the URL of its base image, and null without one", async () => {
    const { body } = await app.asGuest()
      .graphql(`{ boot: product(sku: "boot") { image_url media_gallery_entries { url } }
      lace: product(sku: "lace") { image_url } }`);
    expect(body.data.boot.image_url).toMatch(/^http.*\/media\/catalog\/product\/.+/);
    expect(body.data.boot.media_gallery_entries).toEqual([{ url: body.data.boot.image_url as string }]);
    expect(body.data.lace).toEqual({ image_url: null });
  });
});

describe("the price range of a product", () => {
  const range = (sku: string, args = "") =>
    `{ product(sku: "${sku}") { price_range${args} { currency
      minimum_price { regular_price { excluding_tax including_tax } final_price { excluding_tax including_tax } }
      maximum_price { regular_price { excluding_tax including_tax } final_price { excluding_tax including_tax } } } } }`;
  const rangeOf = async (sku: string, args = "") =>
    (await app.asGuest().graphql(range(sku, args))).body.data.product.price_range as unknown;
  const taxed = (net: number, gross: number) => ({ excluding_tax: net, including_tax: gross });
  const end = (regular: readonly [number, number], final = regular) => ({
    regular_price: taxed(...regular),
    final_price: taxed(...final),
  });

  beforeAll(async () => {
    const taxRate = { code: "California", rate: 10, tax_country_id: "US", tax_region_id: 0, tax_postcode: "*" };
    const { body } = await admin.post("/V1/taxRates", { taxRate });
    const classes = { customer_tax_class_ids: [3], product_tax_class_ids: [2], tax_rate_ids: [body.id as number] };
    const rule = { code: "Sales tax", priority: 0, position: 0, ...classes };
    expect((await admin.post("/V1/taxRules", { rule })).status).toBe(200);
    await products.addAttributes(app);
    await products.shirt("shirt");
    const attributes = { custom_attributes: [taxable] };
    expect((await admin.put("/V1/products/shirt", { product: attributes })).status).toBe(200);
    const prices = [
      { sku: "shirt-red", price: 20, store_id: 0 },
      { sku: "shirt-blue", price: 30, store_id: 0 },
    ];
    expect((await admin.post("/V1/products/base-prices", { prices })).body).toEqual([]);
    const special = {
      price: 15,
      store_id: 0,
      sku: "shirt-red",
    };
    expect((await admin.post("/V1/products/special-price", { prices: [special] })).body).toEqual([]);
    const tier = {
      price: 25,
      price_type: "discount",
      website_id: 0,
      sku: "lace",
      customer_group: "General",
      quantity: 1,
    };
    expect((await admin.post("/V1/products/tier-prices", { prices: [tier] })).body).toEqual([]);
    await save(
      simple("set", {
        type_id: "grouped",
        product_links: ["boot", "lace"].map((linked_product_sku) => ({
          sku: "set",
          link_type: "associated",
          linked_product_sku,
        })),
      }),
    );
    const parts = [link("boot", { position: 1 }), link("lace", { position: 2, qty: 2 })];
    const bundle_product_options = [
      option("kit", { product_links: parts }),
      option("kit", { title: "More", required: false, type: "checkbox", product_links: parts }),
    ];
    await save(
      simple("kit", {
        type_id: "bundle",
        custom_attributes: priced("0"),
        extension_attributes: { bundle_product_options },
      }),
    );
  });

  it("has the prices of the variations of a configurable product, with and without tax", async () => {
    expect(await rangeOf("shirt")).toEqual({
      currency: "USD",
      minimum_price: end([20, 22], [15, 16.5]),
      maximum_price: end([30, 33]),
    });
  });

  it("has the prices of the members of a grouped product, and of the choices of a bundle", async () => {
    expect(await rangeOf("set")).toMatchObject({ minimum_price: end([10, 11]), maximum_price: end([100, 110]) });
    expect(await rangeOf("kit")).toMatchObject({ minimum_price: end([20, 22]), maximum_price: end([220, 242]) });
  });

  it("is the price of a simple product, for the group and the quantity that are asked for", async () => {
    expect(await rangeOf("lace")).toMatchObject({ minimum_price: end([10, 11]), maximum_price: end([10, 11]) });
    expect(await rangeOf("lace", "(customerGroupId: 1)")).toMatchObject({ minimum_price: end([10, 11], [7.5, 8.25]) });
  });

  it("divides prices that include tax", async () => {
    const including = async (value: string) => {
      const settings = [{ path: "tax/calculation/price_includes_tax", value }];
      expect((await admin.put("/V1/store/settings", { settings })).body).toBe(true);
    };
    await including("1");
    // The shop is where its shoppers are taxed.
    expect(await rangeOf("boot")).toMatchObject({ minimum_price: end([90.91, 100]) });
    await including("0");
  });

  it("is read with the other fields of a page in a number of statements that does not depend on the products", async () => {
    const query = (skus: string) => `{ products(searchCriteria: {filterGroups: [{filters: [
      {field: "sku", value: "${skus}", conditionType: IN}]}]}) { items { sku url_path image_url breadcrumbs { name }
      price_range { minimum_price { final_price { including_tax } } } } } }`;
    const statements = async (skus: string) =>
      (
        await app.statementsOf(async () =>
          expect((await app.asGuest().graphql(query(skus))).body.errors).toBeUndefined(),
        )
      ).length;
    // Settings that are asked for in the same moment are read together, so the timing of a read can add a statement. Three more
    // products would add at least three.
    await statements("lace");
    const more = (await statements("boot,lace,shirt,kit,set")) - (await statements("boot,kit"));
    expect(more).toBeLessThan(3);
  });
});

describe("a storefront", () => {
  it("shows search, product, cart and own orders in five requests, without an administrator's token", async () => {
    const customer = { email: "jo@example.com", firstname: "Jo", lastname: "Doe" };
    const account = await app.asGuest().post("/V1/customers", { customer, password: "Correct-horse-1" });
    await importOrder(admin, { customer_id: account.body.id as number, increment_id: "jo-1" });
    const guest = app.asGuest();
    const card = "sku name url_path image_url price_range { currency minimum_price { final_price { including_tax } } }";

    const search = await guest.graphql(`{ searchCatalog(searchCriteria: {requestName: "quick_search_container",
      filterGroups: [{filters: [{field: "search_term", value: "boot"}]}]}) { total_count items { product { ${card} } } } }`);
    const found = { sku: "boot", name: "Brown Boot", url_path: "brown-boot.html" };
    const price_range = { currency: "USD", minimum_price: { final_price: { including_tax: 110 } } };
    expect(search.body).toMatchObject({
      data: { searchCatalog: { total_count: 1, items: [{ product: { ...found, price_range } }] } },
    });

    const page =
      await guest.graphql(`{ urlRoute(path: "brown-boot.html") { product { ${card} breadcrumbs { name url_path }
      media_gallery_entries { url label } attribute_values { label option_labels } } } }`);
    expect(page.body).toMatchObject({
      data: { urlRoute: { product: { ...found, breadcrumbs: [{ name: "Shoes" }, { name: "Boots" }] } } },
    });

    const cart = await guest.graphql("mutation { createGuestCart }");
    const quote_id = cart.body.data.createGuestCart as string;
    const line = await guest.graphql(
      "mutation ($item: CartItemInput!) { saveCartItem(cartItem: $item) { qty price product { name url_path image_url } } }",
      { item: { quote_id, sku: "boot", qty: 2 } },
    );
    expect(line.body).toMatchObject({
      data: { saveCartItem: { qty: 2, price: 100, product: { name: "Brown Boot", url_path: "brown-boot.html" } } },
    });

    const jo = await app.asCustomer("jo@example.com");
    const own = await jo.graphql(`{ customer { firstname cart { items { product { name } } }
      orders { increment_id grand_total items { name qty_ordered } } } }`);
    expect(own.body).toMatchObject({
      data: {
        customer: { firstname: "Jo", cart: null, orders: [{ increment_id: "jo-1", items: [{ name: "Lens" }] }] },
      },
    });
  });
});
