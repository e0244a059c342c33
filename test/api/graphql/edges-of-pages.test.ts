import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";

const { app, admin } = useApp();

beforeAll(async () => {
  const { body } = await admin.post("/V1/categories", { category: { name: "Shoes", is_active: true } });
  const category_links = [{ category_id: String(body.id), position: 0 }];
  for (const sku of ["one", "two"]) {
    const product = { sku, name: sku, price: 10, attribute_set_id: 4, extension_attributes: { category_links } };
    expect(await admin.post("/V1/products", { product })).toMatchObject({ status: 200 });
  }
});

describe("the position of a page", () => {
  it("has both spellings, with the same values", async () => {
    const inSnakeCase = "current_page page_size total_pages has_next_page has_previous_page start_cursor end_cursor";
    const inCamelCase = "currentPage pageSize totalPages hasNextPage hasPreviousPage startCursor endCursor";
    const { body } = await admin.graphql(`{
      products(first: 1) { page_info { ${inSnakeCase} } pageInfo { ${inCamelCase} } }
      byNumber: products(searchCriteria: {pageSize: 1}) { pageInfo { hasNextPage totalPages } }
      customerGroups { pageInfo { hasNextPage } }
    }`);
    expect(body.errors).toBeUndefined();
    const { page_info: snake, pageInfo: camel } = body.data.products as Record<string, Record<string, unknown>>;
    expect(Object.values(snake ?? {})).toEqual(Object.values(camel ?? {}));
    expect(camel).toMatchObject({ hasNextPage: true, endCursor: expect.any(String) as unknown });
    expect(body.data.byNumber.pageInfo).toMatchObject({ hasNextPage: true });
    expect(body.data.customerGroups.pageInfo).toEqual({ hasNextPage: false });
  });

  it("is set by search criteria in both spellings, in every search", async () => {
    const { body } = await admin.graphql(`{
      searchCatalog(searchCriteria: {requestName: "catalog_view_container", pageSize: 1}) { page_info { page_size } }
      none: searchCheckoutAgreements(searchCriteria: {filterGroups: [{filters: [{field: "name", value: "x", conditionType: EQ}]}]}) { name }
    }`);
    expect(body).toEqual({ data: { searchCatalog: { page_info: { page_size: 1 } }, none: [] } });
  });
});

describe("the edges of a page", () => {
  it("support aliases, directives and fragments, in its records and in its nodes", async () => {
    const { body } = await admin.graphql(`
      query { products(first: 2) {
        items { ...Price one: final_price(quantity: 1) categories @include(if: false) { name } }
        edges { product: node { ...Price categories { name } price: final_price } node { linked_products(type: UPSELL) { sku } } }
      } }
      fragment Price on Product { sku many: final_price(quantity: 3) categories @skip(if: true) { name } }`);
    const prices = (sku: string) => ({ sku, many: 10 });
    expect(body).toEqual({
      data: {
        products: {
          items: ["one", "two"].map((sku) => ({ ...prices(sku), one: 10 })),
          edges: ["one", "two"].map((sku) => ({
            product: {
              ...prices(sku),
              categories: [{ name: "Shoes" }],
              price: 10,
            },
            node: { linked_products: [] },
          })),
        },
      },
    });
  });

  it("fail at each record without affecting its other fields", async () => {
    const clerk = await app.asAdmin(["Magento_Catalog::products"]);
    const { body } = await clerk.graphql(
      `query ($codes: [String!]) { products(first: 2) { edges { node {
        sku categories { name } final_price(quantity: "0") attribute_values(codes: $codes) { code } } } } }`,
      { codes: ["url_key"] },
    );
    const errors = (body.errors as { path: string[]; extensions: { code: string } }[]).map(
      ({ path, extensions }) => `${path.slice(2).join(".")} ${extensions.code}`,
    );
    expect(errors.sort()).toEqual([
      "0.node.categories NOT_AUTHORIZED",
      "0.node.final_price BAD_REQUEST",
      "1.node.categories NOT_AUTHORIZED",
      "1.node.final_price BAD_REQUEST",
    ]);
    const attribute_values = [{ code: "url_key" }];
    expect(body.data.products.edges).toEqual(
      ["one", "two"].map((sku) => ({ node: { sku, categories: null, final_price: null, attribute_values } })),
    );
  });

  it("report invalid arguments", async () => {
    const { body } = await admin.graphql(
      `query ($stockId: Int = 1) { products(first: 1) { items { sku salable_quantity(stockId: $stockId) } } }`,
      { stockId: null },
    );
    expect(body).toMatchObject({
      data: { products: { items: [{ sku: "one", salable_quantity: null }] } },
      errors: [{ path: ["products", "items", 0, "salable_quantity"] }],
    });
  });
});
