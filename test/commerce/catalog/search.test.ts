import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { search } from "../../support/client.js";
import { addCategories, addStores, simple } from "./support.js";

const { app, admin } = useApp();
let otherWebsite: number;

beforeAll(async () => {
  ({ otherWebsite } = await addStores(app.db));
  await addCategories(app.db, 12);
  const products = [
    simple("s-1", {
      name: "Red chair",
      price: 5,
      weight: 10,
      extension_attributes: { stock_item: { qty: 3, is_in_stock: true } },
    }),
    simple("s-2", { name: "Blue chair", price: 50, weight: 9, status: 2 }),
    simple("s-3", {
      name: "Green table",
      price: 500,
      extension_attributes: {
        website_ids: [1, otherWebsite],
        stock_item: { use_config_manage_stock: false, manage_stock: false },
      },
    }),
    simple("s-4", {
      name: "Lamp",
      price: 7,
      type_id: "virtual",
      extension_attributes: { category_links: [{ category_id: "12", position: 1 }] },
      custom_attributes: [
        { attribute_code: "special_price", value: "6" },
        { attribute_code: "meta_title", value: "Bright" },
        { attribute_code: "news_from_date", value: "2024-05-06" },
      ],
    }),
  ];
  for (const product of products) expect((await admin.post("/V1/products", { product })).status).toBe(200);
});

const found = async (...args: Parameters<typeof search>) => {
  const { status, body } = await admin.get(`/V1/products?${search(...args)}`);
  expect(body.message).toBeUndefined();
  expect(status).toBe(200);
  return body.items.map(({ sku }: { sku: string }) => sku);
};

describe("the list of products", () => {
  it.each<readonly [string, string, string, readonly string[]]>([
    ["sku", "S-1", "eq", ["s-1"]],
    ["sku", "s-1,S-3", "in", ["s-1", "s-3"]],
    ["sku", "s-1,s-3", "nin", ["s-2", "s-4"]],
    ["sku", "s-%", "like", ["s-1", "s-2", "s-3", "s-4"]],
    ["entity_id", "0", "gt", ["s-1", "s-2", "s-3", "s-4"]],
    ["name", "%CHAIR", "like", ["s-1", "s-2"]],
    ["name", "%chair", "nlike", ["s-3", "s-4"]],
    ["price", "7", "gt", ["s-2", "s-3"]],
    ["price", "7.000", "eq", ["s-4"]],
    ["price", "7", "lteq", ["s-1", "s-4"]],
    ["weight", "9.5", "lt", ["s-2"]],
    ["special_price", "", "notnull", ["s-4"]],
    ["special_price", "", "null", ["s-1", "s-2", "s-3"]],
    ["status", "1", "eq", ["s-1", "s-3", "s-4"]],
    ["status", "1", "neq", ["s-2"]],
    ["type_id", "virtual", "eq", ["s-4"]],
    ["meta_title", "bright", "eq", ["s-4"]],
    ["news_from_date", "2024-05-06 00:00:00", "eq", ["s-4"]],
    ["news_from_date", "2024-05-07", "lt", ["s-4"]],
    ["category_id", "12", "eq", ["s-4"]],
    ["category_id", "12", "neq", ["s-1", "s-2", "s-3"]],
    ["store", "outlet_view", "eq", ["s-3"]],
    ["quantity_and_stock_status", "1", "eq", ["s-1", "s-3"]],
    ["quantity_and_stock_status", "0", "eq", ["s-2", "s-4"]],
    ["created_at", "2020-01-01 00:00:00", "lt", []],
    ["status", "abc", "eq", []],
  ])("matches %s %s %s, and counts the matches", async (...[field, value, condition, expected]) => {
    expect(await found([[field, value, condition]])).toEqual(expected);
    // A full or empty page is counted by a statement of its own.
    const page = await admin.get(`/V1/products?${search([[field, value, condition]], { page_size: 1 })}`);
    expect(page.body.total_count).toBe(expected.length);
  });

  it("counts filters of prices in several groups", async () => {
    const filters = new URLSearchParams({
      "searchCriteria[filterGroups][0][filters][0][field]": "price",
      "searchCriteria[filterGroups][0][filters][0][value]": "5",
      "searchCriteria[filterGroups][0][filters][1][field]": "special_price",
      "searchCriteria[filterGroups][0][filters][1][conditionType]": "null",
      "searchCriteria[filterGroups][1][filters][0][field]": "price",
      "searchCriteria[filterGroups][1][filters][0][value]": "7",
      "searchCriteria[filterGroups][1][filters][0][conditionType]": "gteq",
      "searchCriteria[pageSize]": "1",
    });
    expect((await admin.get(`/V1/products?${filters.toString()}`)).body.total_count).toBe(2);
    const both = search(
      [
        ["price", "6", "gt"],
        ["price", "100", "lt"],
      ],
      { page_size: 1 },
    );
    expect((await admin.get(`/V1/products?${both}`)).body.total_count).toBe(2);
  });

  it("counts products without prices with the others, and grouped products store none", async () => {
    const product = { sku: "no-price", name: "Set", price: 10, attribute_set_id: 4, type_id: "grouped" };
    expect((await admin.post("/V1/products", { product })).status).toBe(200);
    const { product: stored, productPrice } = app.db.models;
    const { id } = await stored.findFirstOrThrow({ where: { sku: "no-price" } });
    expect(await productPrice.count({ where: { product_id: id } })).toBe(0);
    const total = async (query: string) => (await admin.get(`/V1/products?${query}`)).body.total_count as number;
    const page = { page_size: 1 };
    const all = search([["price", "1", "gt"]], page);
    const group = encodeURIComponent("[filter_groups][0][filters][1]");
    const orOfNoPrice = `searchCriteria${group}%5Bfield%5D=sku&searchCriteria${group}%5Bvalue%5D=no-price`;
    const sku = ["sku", "no-price"] as const;
    expect({
      withoutSpecialPrice: await total(search([["special_price", "", "null"]], page)),
      inUpperCase: await total(search([["special_price", "", "NULL"]], page)),
      withPrice: await total(all),
      withPriceOrSku: await total(`${all}&${orOfNoPrice}`),
      withPriceAndSku: await total(search([["price", "1", "gt"], sku], page)),
      all: await total(search([], page)),
    }).toEqual({ withoutSpecialPrice: 4, inUpperCase: 0, withPrice: 4, withPriceOrSku: 5, withPriceAndSku: 0, all: 5 });
    expect((await admin.delete("/V1/products/no-price")).status).toBe(200);
  });

  it("filters by website", async () => {
    expect(await found([["website_id", String(otherWebsite)]])).toEqual(["s-3"]);
  });

  it("joins groups with AND and the filters of a group with OR", async () => {
    expect(
      await found([
        ["price", "10", "lt"],
        ["type_id", "simple"],
      ]),
    ).toEqual(["s-1"]);
    const either = new URLSearchParams({
      "searchCriteria[filterGroups][0][filters][0][field]": "sku",
      "searchCriteria[filterGroups][0][filters][0][value]": "s-1",
      "searchCriteria[filterGroups][0][filters][1][field]": "name",
      "searchCriteria[filterGroups][0][filters][1][value]": "lamp",
    });
    const { body } = await admin.get(`/V1/products?${either.toString()}`);
    expect(body.items.map(({ sku }: { sku: string }) => sku)).toEqual(["s-1", "s-4"]);
  });

  it("sorts by columns, attributes and prices, and pages with the total count", async () => {
    const order = (field: string, direction: string) => ({
      "sortOrders][0][field": field,
      "sortOrders][0][direction": direction,
    });
    expect(await found([], order("price", "DESC"))).toEqual(["s-3", "s-2", "s-4", "s-1"]);
    expect(await found([], order("name", "ASC"))).toEqual(["s-2", "s-3", "s-4", "s-1"]);
    expect(await found([], order("weight", "DESC"))).toEqual(["s-1", "s-2", "s-3", "s-4"]);
    const page = async (current_page: number) =>
      (await admin.get(`/V1/products?${search([["sku", "s-%", "like"]], { page_size: 3, current_page })}`)).body;
    const skus = ({ items }: { items: readonly { sku: string }[] }) => items.map(({ sku }) => sku);
    const [first, second, beyond] = [await page(1), await page(2), await page(3)];
    expect([skus(first), skus(second), skus(beyond)]).toEqual([["s-1", "s-2", "s-3"], ["s-4"], []]);
    expect([first.total_count, second.total_count, beyond.total_count]).toEqual([4, 4, 4]);
    expect(first.search_criteria).toEqual({
      filter_groups: [{ filters: [{ field: "sku", value: "s-%", condition_type: "like" }] }],
      page_size: 3,
      current_page: 1,
    });
  });

  it("returns every product for empty criteria, and 400 without criteria and for an unknown field or direction", async () => {
    expect((await admin.get("/V1/products?searchCriteria")).body.total_count).toBe(4);
    const missing = await admin.get("/V1/products");
    expect(missing.status).toBe(400);
    expect(missing.body.parameters).toEqual({ fieldName: "searchCriteria" });
    for (const field of ["foo", "media_gallery", "x' or 1=1 --"]) {
      const { status, body } = await admin.get(`/V1/products?${search([[field, "1"]])}`);
      expect(status).toBe(400);
      expect(body).toEqual({
        message: 'The "%1" attribute name is invalid. Reset the name and try again.',
        parameters: [field],
      });
    }
    const query = search([], { "sortOrders][0][field": "sku", "sortOrders][0][direction": "UP" });
    expect((await admin.get(`/V1/products?${query}`)).status).toBe(400);
  });

  it("ignores a name without a value if nested criteria follow", async () => {
    for (const bare of ["searchCriteria", "searchCriteria="]) {
      for (const page of ["searchCriteria[pageSize]=1", "searchCriteria%5BpageSize%5D=1"]) {
        const query = `${bare}&${page}`;
        const { status, body } = await admin.get(`/V1/products?${query}`);
        expect([query, status, body.items?.length, body.search_criteria?.page_size]).toEqual([query, 200, 1, 1]);
      }
    }
  });

  it("searches the values of the store view", async () => {
    await admin.put("/V1/products/s-4", { product: { name: "Lampe" } }, { store: "german" });
    const of = async (store: string, name: string) =>
      (await admin.get(`/V1/products?${search([["name", name]])}`, { store })).body.total_count;
    expect(await of("german", "Lampe")).toBe(1);
    expect(await of("german", "Lamp")).toBe(0);
    expect(await of("all", "Lamp")).toBe(1);
  });

  it("omits stock unless it is requested, and reads only the requested parts", async () => {
    const query = search([["sku", "s-1"]]);
    const [full] = (await admin.get(`/V1/products?${query}`)).body.items;
    expect(full.extension_attributes).toEqual({ website_ids: [1] });
    const fields = "items[sku,extension_attributes[stock_item[qty]]]";
    const asked = await admin.get(`/V1/products?${query}&fields=${fields}`);
    expect(asked.body).toEqual({ items: [{ sku: "s-1", extension_attributes: { stock_item: { qty: 3 } } }] });
    const [statement, ...others] = await app
      .statementsOf(() => admin.get(`/V1/products?${query}&fields=items[sku,name],total_count`))
      .then((all) => all.filter((text) => text.includes("from product p")));
    expect(others).toEqual([]);
    expect(statement).not.toMatch(/product_media|product_option|product_tier_price|product_link|stock_item/);
    expect((await admin.get(`/V1/products?${query}&fields=total_count`)).body).toEqual({ total_count: 1 });
  });

  it("is the same in GraphQL", async () => {
    const { body } = await admin.graphql(
      `query ($criteria: SearchCriteriaInput!) {
        products(searchCriteria: $criteria) { total_count items { sku price custom_attributes { attribute_code value } } }
      }`,
      { criteria: { filter_groups: [{ filters: [{ field: "sku", value: "s-4" }] }] } },
    );
    expect(body.errors).toBeUndefined();
    expect(body.data.products).toMatchObject({ total_count: 1, items: [{ sku: "s-4", price: 7 }] });
    expect(body.data.products.items[0].custom_attributes).toContainEqual({
      attribute_code: "special_price",
      value: "6.000000",
    });
  });
});
