import { join } from "node:path";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { readFields, readOwners } from "../../../src/extras/extensions/extensions.rows.js";
import { loadExtensions } from "../../../src/extras/extensions/loading/load-extensions.js";
import { migrateExtensions } from "../../../src/extras/extensions/loading/migrate-extensions.js";
import { simple } from "../../commerce/catalog/support.js";
import { createProductsInStock, customerWith, guestWith, shipByFlatRate } from "../../commerce/checkout/support.js";
import { startApp, useApp } from "../../support/app.js";

const depotPath = join(import.meta.dirname, "fixtures/depot/index.mjs");
const { app, admin } = useApp({ PORTICO_EXTENSIONS: depotPath });

const values = { depot_shelf: "A-1", depot_pieces: 12, depot_volume: 0.75, depot_fragile: true };
const save = (sku: string, extension_attributes: object) =>
  admin.post("/V1/products", { product: { ...simple(sku), extension_attributes } });
const attributesOf = async (sku: string) =>
  (await admin.get(`/V1/products/${sku}`)).body.extension_attributes as Readonly<Record<string, unknown>>;
const search = async (field: string, value: string, type = "eq") => {
  const filter = `searchCriteria[filter_groups][0][filters][0]`;
  const query = `${filter}[field]=${field}&${filter}[value]=${value}&${filter}[condition_type]=${type}`;
  const { body, status, text } = await admin.get(`/V1/products?${query}&searchCriteria[pageSize]=10`);
  if (status !== 200) throw new Error(text);
  return [body.items.map(({ sku }: { sku: string }) => sku), body.total_count] as [string[], number];
};

beforeAll(async () => {
  await createProductsInStock(app, { plain: {} });
  await save("lamp", values);
});

describe("fields of products that an extension declares", () => {
  it("are stored with the product, answered, changed one by one, and removed by null", async () => {
    expect((await save("vase", values)).body.extension_attributes).toMatchObject(values);
    expect(await attributesOf("vase")).toMatchObject(values);
    await admin.put("/V1/products/vase", {
      product: { extension_attributes: { depot_pieces: 6, depot_shelf: null, depot_fragile: false } },
    });
    const changed = await attributesOf("vase");
    expect(changed).toMatchObject({ depot_pieces: 6, depot_volume: 0.75, depot_fragile: false });
    expect(changed).not.toHaveProperty("depot_shelf");
    expect(await attributesOf("plain")).not.toHaveProperty("depot_pieces");
    await admin.delete("/V1/products/vase");
  });

  it("refuse values of another type", async () => {
    const refused = await save("lamp", { depot_pieces: "a dozen" });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining("depot_pieces")]);
  });

  it("are in GraphQL and in OpenAPI, with their descriptions", async () => {
    const query = `{ product(sku: "lamp") { extension_attributes { depot_shelf depot_pieces depot_volume depot_fragile } } }`;
    const { body } = await admin.graphql(query);
    expect(body.data?.["product"]).toEqual({ extension_attributes: values });
    const { body: schema } = await admin.get("/schema?services=all");
    expect(JSON.stringify(schema)).toContain("Pieces per box.");
  });

  it.each([
    ["depot_shelf", "a-1", "eq", ["lamp"]],
    ["depot_shelf", "a-1,b-2", "in", ["lamp"]],
    ["depot_shelf", "A%25", "like", ["lamp"]],
    ["depot_pieces", "12", "eq", ["lamp"]],
    ["depot_pieces", "10", "gt", ["lamp"]],
    ["depot_volume", "0.750", "eq", ["lamp"]],
    ["depot_volume", "1", "gteq", []],
    ["depot_shelf", "b-2", "eq", []],
  ] as const)("are found by %s %s (%s)", async (...[field, value, type, skus]) => {
    expect(await search(field, value, type)).toEqual([skus, skus.length]);
  });

  it("sort products, and find those without a value", async () => {
    await save("bowl", { depot_pieces: 2 });
    const sort = "searchCriteria[sortOrders][0][field]=depot_pieces&searchCriteria[sortOrders][0][direction]=DESC";
    const { body } = await admin.get(`/V1/products?${sort}&searchCriteria[pageSize]=2`);
    expect(body.items.map(({ sku }: { sku: string }) => sku)).toEqual(["lamp", "bowl"]);
    const [without] = await search("depot_pieces", "1", "null");
    expect(without).toContain("plain");
    expect(without).not.toContain("lamp");
  });

  it("are set in bulk", async () => {
    const products = ["plain", "bowl"].map((sku) => ({ product: { sku, extension_attributes: { depot_pieces: 99 } } }));
    await using consumer = await startApp({ PORTICO_EXTENSIONS: depotPath, PORTICO_CONSUMER: "on" });
    const other = await consumer.asAdmin();
    for (const sku of ["plain", "bowl"]) await other.post("/V1/products", { product: simple(sku) });
    const { body: bulk, status } = await other.post("/async/bulk/V1/products", products);
    expect(status).toBe(202);
    await vi.waitFor(async () => {
      const { body } = await other.get(`/V1/bulk/${bulk.bulk_uuid}/status`);
      expect(body.operations_list.map(({ status: of }: { status: number }) => of)).toEqual([1, 1]);
    }, 15_000);
    expect((await other.get("/V1/products/bowl")).body.extension_attributes).toMatchObject({ depot_pieces: 99 });
  });

  it("cost no statement to read, and none to save if they are not sent", async () => {
    const reading = await app.statementsOf(() => admin.get("/V1/products/lamp"));
    expect(reading.filter((text) => text.includes("product_added_value"))).toHaveLength(1);
    const named = await app.statementsOf(() => admin.get("/V1/products/lamp?fields=sku,name"));
    expect(named.filter((text) => text.includes("product_added_value"))).toEqual([]);
    expect(named).toHaveLength(reading.length);
    const saving = await app.statementsOf(() => admin.put("/V1/products/lamp", { product: { name: "Lamp" } }));
    expect(saving.filter((text) => /(?:into|delete from) product_added_value/.test(text))).toEqual([]);
  });

  it("are removed with their product", async () => {
    await save("doomed", values);
    await admin.delete("/V1/products/doomed");
    const rows = await app.db.query(
      "select 1 from product_added_value v left join product p on p.id = v.product_id where p.id is null",
    );
    expect(rows).toEqual([]);
  });
});

it("fields stay with their values when their extension is removed, and are back when it is", async () => {
  const stored = () => app.db.query("select name, value from product_added_value order by name, value");
  const before = await stored();
  expect(before).not.toEqual([]);
  await migrateExtensions(app.db.unlimited, []);
  expect([await stored(), await readOwners(app.db)]).toEqual([before, ["depot"]]);
  expect((await readFields(app.db)).map(({ record, name }) => `${record} ${name}`)).toContain("product depot_shelf");
  await migrateExtensions(app.db.unlimited, loadExtensions(app.config));
  expect([await stored(), await attributesOf("lamp")]).toEqual([before, expect.objectContaining(values)]);
});

describe("fields of orders that an extension declares", () => {
  it("are stored with an order, answered and found", async () => {
    const shopper = await guestWith(app, ["plain", 1]);
    await shipByFlatRate(shopper);
    const payment = { paymentMethod: { method: "checkmo" }, email: "ada@example.com" };
    const { body: id } = await shopper.client.post(`${shopper.cart}/payment-information`, payment);
    const saved = await admin.post("/V1/orders", {
      entity: { entity_id: id, extension_attributes: { depot_gate: "North" } },
    });
    expect(saved.status).toBe(200);
    expect((await admin.get(`/V1/orders/${id}`)).body.extension_attributes).toMatchObject({ depot_gate: "North" });
    const filter = "searchCriteria[filter_groups][0][filters][0]";
    const { body } = await admin.get(`/V1/orders?${filter}[field]=depot_gate&${filter}[value]=north`);
    expect(body.items.map(({ entity_id }: { entity_id: number }) => entity_id)).toEqual([id]);
    const { body: none } = await admin.get(`/V1/orders?${filter}[field]=depot_gate&${filter}[value]=south`);
    expect(none.items).toEqual([]);
  });
});

/** Returns the ids that a search for a value finds. */
async function found(path: string, field: string, value: string): Promise<number[]> {
  const filter = "searchCriteria[filter_groups][0][filters][0]";
  const { body } = await admin.get(`${path}?${filter}[field]=${field}&${filter}[value]=${value}`);
  return (body.items as { id: number }[]).map(({ id }) => id);
}

describe("fields of customers that an extension declares", () => {
  const person = { email: "level@example.com", firstname: "Ada", lastname: "Byron" };
  const attributes = { depot_level: 3, depot_ramp: true };

  it("are set by administrators, answered, found and changed one by one", async () => {
    const created = await admin.post("/V1/customers", {
      customer: { ...person, extension_attributes: attributes },
      password: "Correct-horse-1",
    });
    expect(created.body.extension_attributes).toMatchObject(attributes);
    const path = `/V1/customers/${created.body.id}`;
    const saved = await admin.put(path, {
      customer: { ...person, id: created.body.id, extension_attributes: { depot_level: 4, depot_ramp: null } },
    });
    expect(saved.body.extension_attributes).toEqual({ is_subscribed: false, depot_level: 4 });
    expect((await admin.get(path)).body.extension_attributes).toMatchObject({ depot_level: 4 });
    expect(await found("/V1/customers/search", "depot_level", "4")).toEqual([created.body.id]);
    expect(await found("/V1/customers/search", "depot_level", "3")).toEqual([]);
    const graph = await admin.graphql(
      `{ customer(customerId: ${created.body.id}) { extension_attributes { depot_level } } }`,
    );
    expect(graph.body.data?.["customer"]).toEqual({ extension_attributes: { depot_level: 4 } });
  });

  it("are set by customers only if the extension allows it", async () => {
    const { client, id } = await customerWith(app, "own@example.com", ["plain", 1]);
    await client.put("/V1/customers/me", {
      customer: { ...person, email: "own@example.com", extension_attributes: attributes },
    });
    const { body } = await admin.get(`/V1/customers/${id}`);
    expect(body.extension_attributes).toEqual({ is_subscribed: false, depot_ramp: true });
    const registered = await app.asGuest().post("/V1/customers", {
      customer: { ...person, email: "new@example.com", extension_attributes: attributes },
      password: "Correct-horse-1",
    });
    expect(registered.body.extension_attributes).toEqual({ is_subscribed: false, depot_ramp: true });
  });

  it("are removed with their customer", async () => {
    const { id } = await customerWith(app, "gone@example.com", ["plain", 1]);
    await admin.put(`/V1/customers/${id}`, {
      customer: { ...person, id, email: "gone@example.com", extension_attributes: attributes },
    });
    const count = () => app.db.query("select 1 from customer_added_value where customer_id = $1", [id]);
    expect(await count()).toHaveLength(2);
    await admin.delete(`/V1/customers/${id}`);
    expect(await count()).toEqual([]);
  });
});

describe("fields of carts that an extension declares", () => {
  it("are stored with a cart, answered, found, and copied to the order that has them too", async () => {
    const { client, cart, id } = await customerWith(app, "cart@example.com", ["plain", 1]);
    const { body: before } = await client.get(cart);
    const save = (extension_attributes: object) =>
      client.put(cart, { quote: { id: before.id, customer: { id }, extension_attributes } });
    await save({ depot_gate: "South", depot_hours: 2.5 });
    const saved = await save({ depot_hours: 3.5 });
    expect(saved.status).toBe(200);
    const expected = { depot_gate: "South", depot_hours: 3.5 };
    expect((await client.get(cart)).body.extension_attributes).toMatchObject(expected);
    expect((await admin.get(`/V1/carts/${before.id}`)).body.extension_attributes).toMatchObject(expected);
    expect(await found("/V1/carts/search", "depot_gate", "south")).toEqual([before.id]);
    expect(await found("/V1/carts/search", "depot_gate", "west")).toEqual([]);
    const graph = await client.graphql("{ customerCart { extension_attributes { depot_gate depot_hours } } }");
    expect(graph.body.data?.["customerCart"]).toEqual({ extension_attributes: expected });
    await shipByFlatRate({ client, cart });
    const { body: order } = await client.post(`${cart}/payment-information`, { paymentMethod: { method: "checkmo" } });
    const { body } = await admin.get(`/V1/orders/${order}`);
    expect(body.extension_attributes).toMatchObject({ depot_gate: "South" });
    expect(body.extension_attributes).not.toHaveProperty("depot_hours");
    // As for other carts, the closed one keeps its data.
    expect((await admin.get(`/V1/carts/${before.id}`)).body.extension_attributes).toEqual(expected);
  });

  it("cost no statement to show a cart, and none to save one without them", async () => {
    const { client, cart, id } = await customerWith(app, "cheap@example.com", ["plain", 1]);
    const { body: before } = await client.get(cart);
    const shown = await app.statementsOf(() => client.get(cart));
    const ofFields = shown.filter((text) => text.includes("cart_added_value"));
    expect([ofFields.length, ofFields.every((text) => text.includes("cart_item"))]).toEqual([1, true]);
    const quote = { id: before.id, customer: { id }, customer_note: "Please ring twice." };
    const saving = await app.statementsOf(() => client.put(cart, { quote }));
    expect(saving.filter((text) => /(?:into|delete from) cart_added_value/.test(text))).toEqual([]);
  });
});
