import { beforeAll, describe, expect, it } from "vitest";
import { isObjectType } from "graphql";
import { UserType } from "../../../src/api/auth/actor.js";
import type { Edge } from "../../../src/api/contract/graph.js";
import { buildSurface } from "../../../src/schema.js";
import { useApp } from "../../support/app.js";
import { importOrder } from "../../commerce/sales/support.js";

const { app, admin } = useApp({ PORTICO_GRAPHQL_COST: "1000000" });

beforeAll(async () => {
  const ids: number[] = [];
  for (const name of ["Shoes", "Boots"]) {
    ids.push((await admin.post("/V1/categories", { category: { name, is_active: true } })).body.id as number);
  }
  const [shoes = 0, boots = 0] = ids;
  await admin.put(`/V1/categories/${boots}/move`, { parentId: shoes });
  for (const sku of ["one", "two", "three", "four"]) await admin.post("/V1/products", { product: simple(sku, ids) });
  const links = [{ sku: "one", link_type: "upsell", linked_product_sku: "two" }];
  expect(await admin.post("/V1/products/one/links", { items: links })).toMatchObject({ status: 200 });
  const grouped = { sku: "all", name: "All", type_id: "grouped", attribute_set_id: 4, product_links: partsOf("all") };
  expect(await admin.post("/V1/products", { product: grouped })).toMatchObject({ status: 200 });
  const customer = { email: "jo@example.com", firstname: "Jo", lastname: "Doe" };
  expect(await app.asGuest().post("/V1/customers", { customer, password: "Correct-horse-1" })).toMatchObject({
    status: 200,
  });
});

const simple = (sku: string, categories: readonly number[]) => ({
  sku,
  name: sku.toUpperCase(),
  price: 10,
  attribute_set_id: 4,
  type_id: "simple",
  extension_attributes: {
    category_links: categories.map((id) => ({ category_id: String(id), position: 0 })),
    stock_item: { qty: 5, is_in_stock: true },
  },
  custom_attributes: [{ attribute_code: "tax_class_id", value: "2" }],
});

const partsOf = (sku: string) =>
  ["one", "two"].map((linked_product_sku) => ({ sku, link_type: "associated", linked_product_sku }));

const criteria = (skus: string) =>
  `searchCriteria: {filterGroups: [{filters: [{field: "sku", value: "${skus}", conditionType: IN}]}]}`;

describe("the edges of a product", () => {
  it("lead to categories, other products, labels, prices and stock", async () => {
    const { body } = await admin.graphql(`{
      products(${criteria("one,all")}) { items {
        sku type_id status
        categories { name subcategories { name } products(first: 2) { sku } }
        children { sku } parents { sku } linked_products(type: UPSELL) { sku }
        attribute_values(codes: ["tax_class_id", "url_key"]) { code label option_labels value }
        final_price(quantity: 2) salable_quantity is_salable
        price_changes(first: 1) { kind new { price } }
      } }
    }`);
    expect(body.errors).toBeUndefined();
    const [one, all] = (body.data.products.items as { sku: string }[]).sort((a, b) => b.sku.localeCompare(a.sku));
    expect(one).toEqual({
      ...{ sku: "one", type_id: "SIMPLE", status: "ENABLED" },
      categories: [
        { name: "Shoes", subcategories: [{ name: "Boots" }], products: [{ sku: "one" }, { sku: "two" }] },
        { name: "Boots", subcategories: [], products: [{ sku: "one" }, { sku: "two" }] },
      ],
      ...{ children: [], parents: [{ sku: "all" }], linked_products: [{ sku: "two" }] },
      attribute_values: [
        { code: "url_key", label: "URL Key", option_labels: [], value: "one" },
        { code: "tax_class_id", label: "Tax Class", option_labels: ["Taxable Goods"], value: "2" },
      ],
      ...{ final_price: 10, salable_quantity: 5, is_salable: true },
      price_changes: [{ kind: "BASE", new: { price: 10 } }],
    });
    expect(all).toMatchObject({
      ...{ type_id: "GROUPED", categories: [], final_price: null, salable_quantity: null },
      children: [{ sku: "one" }, { sku: "two" }],
    });
  });

  it("are read with a number of statements that does not depend on the number of products", async () => {
    const query = (skus: string) => `{ products(${criteria(skus)}) { items {
      sku categories { name subcategories { name products { sku categories { name } } } }
      children { sku } linked_products(type: RELATED) { sku } attribute_values { code option_labels }
      media_gallery_entries { url } final_price salable_quantity price_changes { id }
    } } }`;
    const statements = async (skus: string) =>
      (await app.statementsOf(async () => expect((await admin.graphql(query(skus))).body.errors).toBeUndefined()))
        .length;
    await statements("one");
    expect(await statements("one,two,three,four")).toBe(await statements("one"));
  });

  it("reject a field without removing the record", async () => {
    const clerk = await app.asAdmin(["Magento_Catalog::products"]);
    const { body } = await clerk.graphql(`{ product(sku: "one") { sku children { sku } categories { name } } }`);
    expect(body).toMatchObject({
      data: { product: { sku: "one", children: [], categories: null } },
      errors: [{ path: ["product", "categories"], extensions: { code: "NOT_AUTHORIZED" } }],
    });
  });
});

describe("other edges", () => {
  it("lead from customers to their group and orders", async () => {
    const { body } = await admin.graphql(`{ customers { items { email group { code } orders { increment_id } } } }`);
    expect(body.data.customers.items).toEqual([{ email: "jo@example.com", group: { code: "General" }, orders: [] }]);
  });

  it("lead from customers to their cart, with the same statements for one and for several", async () => {
    const person = { email: "al@example.com", firstname: "Al", lastname: "Doe" };
    await app.asGuest().post("/V1/customers", { customer: person, password: "Correct-horse-1" });
    const jo = await app.asCustomer("jo@example.com");
    const cartId = (await jo.post("/V1/carts/mine")).body as number;
    const cartItem = { quote_id: String(cartId), sku: "two", qty: 2 };
    expect(await jo.post("/V1/carts/mine/items", { cartItem })).toMatchObject({ status: 200 });
    const query = (filter: string) =>
      `{ customers(searchCriteria: {filterGroups: [{filters: [{field: "email", value: "${filter}", conditionType: LIKE}]}]}) {
        items { email cart { id customer { email } items { sku qty product_type } } } } }`;
    const found = (await admin.graphql(query("%"))).body;
    expect(found).toEqual({
      data: {
        customers: {
          items: [
            {
              email: "jo@example.com",
              cart: {
                ...{ id: cartId, customer: { email: "jo@example.com" } },
                items: [{ sku: "two", qty: 2, product_type: "simple" }],
              },
            },
            { email: "al@example.com", cart: null },
          ],
        },
      },
    });
    const statements = async (filter: string) =>
      (await app.statementsOf(async () => void (await admin.graphql(query(filter))))).length;
    await statements("%");
    expect(await statements("%")).toBe(await statements("jo%"));
    expect((await jo.graphql("{ customer { cart { id items { sku } } } }")).body).toEqual({
      data: { customer: { cart: { id: cartId, items: [{ sku: "two" }] } } },
    });
    const clerk = await app.asAdmin(["Magento_Customer::customer"]);
    expect((await clerk.graphql(query("jo%"))).body).toMatchObject({
      data: { customers: { items: [{ email: "jo@example.com", cart: null }] } },
      errors: [{ extensions: { code: "NOT_AUTHORIZED" } }],
    });
  });

  it("lead from an order to its customer, its products and its documents", async () => {
    const [{ id: customer_id }] = (await admin.get("/V1/customers/search?searchCriteria")).body.items as [
      { id: number },
    ];
    const [{ id: product_id }] = [(await admin.get("/V1/products/two")).body as { id: number }];
    await importOrder(admin, {
      customer_id,
      items: [
        { sku: "two", product_id, name: "Two", qty_ordered: 2, price: 10, row_total: 20, product_type: "simple" },
      ],
    });
    const { body } = await admin.graphql(`{
      orders(first: 1) { edges { node {
        customer { email orders(first: 1) { customer { email } } }
        items { sku product { name } } invoices { entity_id } shipments { entity_id } credit_memos { entity_id }
      } } page_info { has_next_page } }
    }`);
    expect(body).toEqual({
      data: {
        orders: {
          edges: [
            {
              node: {
                customer: { email: "jo@example.com", orders: [{ customer: { email: "jo@example.com" } }] },
                items: [{ sku: "two", product: { name: "TWO" } }],
                ...{ invoices: [], shipments: [], credit_memos: [] },
              },
            },
          ],
          page_info: { has_next_page: false },
        },
      },
    });
  });

  it("lead from bulks to their operations for the caller who sent them", async () => {
    const sender = await app.asAdmin(["Magento_Catalog::catalog"]);
    await sender.post("/async/V1/products/base-prices", { prices: [{ sku: "one", price: 11, store_id: 0 }] });
    const query = "{ bulks { items { state operations(status: OPEN) { id status } } } }";
    const expected = [{ state: "RUNNING", operations: [{ id: 0, status: "OPEN" }] }];
    expect((await sender.graphql(query)).body.data.bulks.items).toEqual(expected);
    expect((await admin.graphql(query)).body.data.bulks.items).toEqual(expected);
  });
});

const graph = buildSurface().graph();
const edges = Object.values(graph.getTypeMap())
  .filter(isObjectType)
  .flatMap((type) => Object.values(type.getFields()))
  .flatMap(({ extensions }) => (extensions["edge"] as Edge | undefined) ?? []);

/** A parent record for any of the edges, owned by another customer. */
const record = { id: 1, entity_id: 1, group_id: 1, customer_id: 1, product_id: 1, sku: "one", type_id: "simple" };
const foreign = {
  ...record,
  bulk_uuid: "x",
  user_type: UserType.customer,
  user_id: 1,
  custom_attributes: [],
  file: "/a.gif",
};

describe("every edge", () => {
  it.each(edges.map((edge) => [`${edge.on}.${edge.name}`, edge] as const))("rejects other callers: %s", (_, edge) => {
    const field = (
      graph.getType(edge.on) as { getFields?: () => Record<string, { resolve: (...args: unknown[]) => unknown }> }
    ).getFields?.()[edge.name];
    const strangers = [UserType.guest, UserType.customer, UserType.administrator, UserType.integration];
    for (const type of strangers) {
      const actor = { type, id: type === UserType.guest ? null : 2, resources: new Set<string>() };
      const ctx = { actor, log: { info: () => undefined }, kernel: { config: app.config } };
      const call = () => field?.resolve(foreign, {}, ctx, { path: { key: edge.name } });
      expect(call).toThrow("The consumer isn't authorized to access");
    }
  });
});
