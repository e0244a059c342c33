import { beforeAll, describe, expect, it } from "vitest";
import { useApp, startApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { itCounts } from "../../support/standby-runs.js";
import { importOrder } from "../../commerce/sales/support.js";

const { app, admin } = useApp({ PORTICO_ANONYMOUS_CATALOG: "on", PORTICO_GRAPHQL_COST: "1000000" });
let jo: Client;
let joId: number;

beforeAll(async () => {
  for (const sku of ["anvil-one", "anvil-two"]) {
    const stock_item = { qty: 5, is_in_stock: true };
    const product = { sku, name: `Anvil ${sku}`, price: 10, attribute_set_id: 4, extension_attributes: { stock_item } };
    expect(await admin.post("/V1/products", { product })).toMatchObject({ status: 200 });
  }
  for (const email of ["jo@example.com", "al@example.com"]) {
    const customer = { email, firstname: "Jo", lastname: "Doe" };
    const { body } = await app.asGuest().post("/V1/customers", { customer, password: "Correct-horse-1" });
    if (email.startsWith("jo")) joId = body.id as number;
  }
  jo = await app.asCustomer("jo@example.com");
});

describe("a hit of the search", () => {
  const query = (
    word: string,
  ) => `{ searchCatalog(searchCriteria: {requestName: "quick_search_container", filterGroups: [
    {filters: [{field: "search_term", value: "${word}"}]}]}) { items { id product { sku name } } } }`;

  itCounts("leads to its product, with the same statements for one hit and for several", async () => {
    const { body } = await app.asGuest().graphql(query("anvil"));
    expect(body.errors).toBeUndefined();
    const found = (body.data.searchCatalog.items as { product: { sku: string } }[]).map(({ product }) => product.sku);
    expect(found.sort()).toEqual(["anvil-one", "anvil-two"]);
    const statements = async (word: string) =>
      (await app.statementsOf(async () => void (await app.asGuest().graphql(query(word))))).length;
    expect(await statements("anvil")).toBe(await statements("one"));
  });
});

describe("a line of a cart", () => {
  it("leads to its product, for guests, too", async () => {
    const guest = app.asGuest();
    const cartId = (await guest.post("/V1/guest-carts")).body as string;
    for (const sku of ["anvil-one", "anvil-two"]) {
      const cartItem = { quote_id: cartId, sku, qty: 1 };
      expect(await guest.post(`/V1/guest-carts/${cartId}/items`, { cartItem })).toMatchObject({ status: 200 });
    }
    const { body } = await guest.graphql(`{ cartItems(cartId: "${cartId}") { sku product { name } } }`);
    expect(body).toEqual({
      data: {
        cartItems: ["anvil-one", "anvil-two"].map((sku) => ({ sku, product: { name: `Anvil ${sku}` } })),
      },
    });
  });
});

describe("the orders of a customer", () => {
  const shopOnly = {
    items: [{ sku: "lens", name: "Lens", qty_ordered: 1, product_type: "simple", base_cost: 3 }],
    ...{ remote_ip: "192.0.2.1", base_total_invoiced_cost: 3, protect_code: "secret" },
    status_histories: [
      { comment: "for the shop", is_customer_notified: 0, is_visible_on_front: 0 },
      { comment: "for Jo", is_customer_notified: 0, is_visible_on_front: 1 },
    ],
  };

  beforeAll(async () => {
    await importOrder(admin, { customer_id: joId, increment_id: "jo-1", ...shopOnly });
    await importOrder(admin, { customer_id: joId + 1, increment_id: "al-1" });
  });

  const own = { increment_id: "jo-1", status_histories: [{ comment: "for Jo" }] };

  it("are those of the token alone, without what only the shop may see", async () => {
    const fields = `increment_id remote_ip protect_code base_total_invoiced_cost status_histories { comment }
      items { base_cost } payment { additional_information }`;
    const { body } = await jo.graphql(`{
      customer { orders { ${fields} } }
      customerOrders { items { ${fields} } total_count }
      others: customerOrders(searchCriteria: {filterGroups: [{filters: [
        {field: "increment_id", value: "al-1"}, {field: "increment_id", value: "none"}]}]}) { total_count }
    }`);
    expect(body.errors).toBeUndefined();
    const hidden = { remote_ip: null, protect_code: null, base_total_invoiced_cost: null };
    expect(body.data.customer.orders).toMatchObject([{ ...own, ...hidden, items: [{ base_cost: null }] }]);
    expect(body.data.customerOrders).toMatchObject({ items: [{ ...own, ...hidden }], total_count: 1 });
    expect(body.data.others).toEqual({ total_count: 0 });
    const all = await admin.graphql(
      `{ customer(customerId: ${joId}) { orders { remote_ip status_histories { comment } items { base_cost } } } }`,
    );
    expect(all.body.data.customer.orders).toMatchObject([
      { remote_ip: "192.0.2.1", status_histories: [{}, {}], items: [{ base_cost: 3 }] },
    ]);
  });

  it("are also a route of REST, which admits customers only", async () => {
    const path = "/V1/customers/me/orders?searchCriteria=";
    const { status, body } = await jo.get(path);
    expect({ status, body }).toMatchObject({ status: 200, body: { items: [own], total_count: 1 } });
    expect(body.items[0]).not.toHaveProperty("remote_ip");
    expect((await app.asGuest().get(path)).status).toBe(401);
    expect((await admin.get(path)).status).toBe(401);
  });

  it("cannot be searched by columns that customers do not see", async () => {
    for (const criteria of [
      "[filter_groups][0][filters][0][field]=base_total_invoiced_cost&searchCriteria[filter_groups][0][filters][0][value]=3",
      "[sortOrders][0][field]=remote_ip",
    ]) {
      expect((await jo.get(`/V1/customers/me/orders?searchCriteria${criteria}`)).status).toBe(400);
    }
  });
});

describe("the catalog over GraphQL", () => {
  it("is closed to guests and customers by default, with the name of the setting in the error", async () => {
    await using closed = await startApp();
    const customer = { email: "jo@example.com", firstname: "Jo", lastname: "Doe" };
    await closed.asGuest().post("/V1/customers", { customer, password: "Correct-horse-1" });
    for (const caller of [closed.asGuest(), await closed.asCustomer("jo@example.com")]) {
      const { body } = await caller.graphql(`{ products { items { sku } } customers { items { email } } }`);
      expect(body.data).toEqual({ products: null, customers: null });
      const [ofProducts, ofCustomers] = (body.errors as { path: [string]; message: string }[]).sort((a, b) =>
        b.path[0].localeCompare(a.path[0]),
      );
      expect(ofProducts).toMatchObject({
        message:
          "The consumer isn't authorized to access Magento_Catalog::products. The setting PORTICO_ANONYMOUS_CATALOG admits every caller.",
        extensions: { code: "NOT_AUTHORIZED", setting: "PORTICO_ANONYMOUS_CATALOG" },
      });
      expect(ofCustomers?.message).toBe("The consumer isn't authorized to access Magento_Customer::customer.");
    }
    const overRest = await closed.asGuest().get("/V1/products?searchCriteria=");
    expect(overRest.body).toEqual({
      message: "The consumer isn't authorized to access %resources.",
      parameters: { resources: "Magento_Catalog::products" },
    });
  });
});
