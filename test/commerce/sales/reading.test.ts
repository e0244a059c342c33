import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { search } from "../../support/client.js";
import { itCounts } from "../../support/standby-runs.js";
import { importOrder, path, unknownEntity } from "./support.js";

const { app, admin } = useApp();
const ids: number[] = [];

beforeAll(async () => {
  for (const at of [1, 2, 3, 4, 5]) {
    const created_at = "2020-01-01 00:00:00";
    const { entity_id } = await importOrder(admin, { ext_order_id: `E${at % 2}`, created_at, total_paid: at * 5 });
    ids.push(entity_id);
  }
});

const find = (...criteria: Parameters<typeof search>) => admin.get(`${path}?${search(...criteria)}`);
const idsOf = (body: { items: { entity_id: number }[] }) => body.items.map(({ entity_id }) => entity_id);

describe("searching orders", () => {
  it("finds them by their fields, in pages that neither overlap nor leave gaps", async () => {
    const { status, body } = await find([["ext_order_id", "E1"]]);
    expect([status, body.total_count, idsOf(body)]).toEqual([200, 3, [ids[0], ids[2], ids[4]]]);
    const sort = { "sortOrders][0][field": "created_at", "sortOrders][0][direction": "DESC" };
    const pages = [];
    for (const currentPage of [1, 2, 3]) pages.push((await find([], { ...sort, pageSize: 2, currentPage })).body);
    expect(pages.flatMap(idsOf)).toEqual(ids);
  });

  it("finds them by the amount that is due and by the shipping method", async () => {
    expect(idsOf((await find([["total_due", "10", "lteq"]])).body)).toEqual(ids.slice(2));
    expect((await find([["shipping_method", "flatrate_flatrate"]])).body.total_count).toBe(5);
  });

  it("rejects a field that orders do not have", async () => {
    const { status, body } = await find([["nothing", "1"]]);
    expect([status, body.message]).toEqual([400, 'The "%1" attribute name is invalid. Reset the name and try again.']);
  });

  itCounts("takes as many statements for one order as for five", async () => {
    const count = async (pageSize: number) => (await app.statementsOf(() => find([], { pageSize }))).length;
    expect(await count(5)).toBe(await count(1));
    expect((await app.statementsOf(() => admin.get(`${path}/${ids[0]}`))).length).toBeLessThan(8);
  });

  it("returns the same as reading an order", async () => {
    const [first] = (await find([["entity_id", String(ids[0])]])).body.items;
    expect((await admin.get(`${path}/${ids[0]}`)).body).toEqual(first);
  });
});

describe("reading an order", () => {
  it("fails for the id 0, and for an unknown one", async () => {
    const zero = await admin.get(`${path}/0`);
    expect([zero.status, zero.body]).toEqual([400, { message: "An ID is needed. Set the ID and try again." }]);
    const unknown = await admin.get(`${path}/9999`);
    expect([unknown.status, unknown.body]).toEqual(unknownEntity);
  });

  it("shows no id of a customer who is deleted, and is not found by it", async () => {
    const customer = { email: "gone@example.com", firstname: "Gone", lastname: "Soon" };
    const { id } = (await admin.post("/V1/customers", { customer })).body;
    const { entity_id } = await importOrder(admin, { customer_id: id, customer_email: customer.email });
    expect((await find([["customer_id", String(id)]])).body.total_count).toBe(1);
    await admin.delete(`/V1/customers/${id}`);
    const { body } = await admin.get(`${path}/${entity_id}`);
    expect(body).toMatchObject({ customer_email: customer.email });
    expect(body).not.toHaveProperty("customer_id");
    expect((await find([["customer_id", String(id)]])).body.total_count).toBe(0);
  });

  it("always shows state and status", async () => {
    const { entity_id } = await importOrder(admin, { state: undefined, status: undefined });
    const { body } = await admin.get(`${path}/${entity_id}`);
    expect([body.state, body.status]).toEqual([null, null]);
    expect(Object.values(body).filter((value) => value === null)).toHaveLength(2);
  });
});

/** Returns a line as it is read by itself: without its taxes, which only orders show. */
const alone = ({ extension_attributes: _taxes, parent_item: parent, ...line }: Record<string, unknown>): object => ({
  ...line,
  ...(parent ? { parent_item: alone(parent as Record<string, unknown>) } : {}),
});

describe("a line of an order", () => {
  it("shows its amounts after the discount", async () => {
    const { items } = await importOrder(admin, {
      items: [
        { sku: "lens", qty_ordered: 1, row_total: 10, discount_amount: 2, tax_amount: 1, row_total_incl_tax: 11 },
        { sku: "gift", qty_ordered: 1, row_total: 10, discount_amount: 20 },
      ],
    });
    expect(items).toMatchObject([
      { row_total: 8, row_total_incl_tax: 9 },
      { row_total: 0, row_total_incl_tax: 0 },
    ]);
    expect((await admin.get(`${path}/items/${items[0].item_id}`)).body).toEqual(alone(items[0]));
  });

  it("shows the price that it has, also as a part of a bundle", async () => {
    const { items } = await importOrder(admin, {
      items: [
        { sku: "kit", qty_ordered: 1, price: 30, product_type: "bundle" },
        { sku: "part", qty_ordered: 1, price: 0, parent_item: { sku: "kit" } },
      ],
    });
    const { status, body } = await admin.get(`${path}/items/${items[1].item_id}`);
    expect([status, body]).toEqual([200, alone(items[1])]);
    expect([body.price, body.parent_item.sku]).toEqual([0, "kit"]);
  });

  itCounts("is found by its fields, with a fixed number of statements", async () => {
    const { entity_id, items } = await importOrder(admin, {
      items: [
        { sku: "rare", qty_ordered: 1 },
        { sku: "rare-part", qty_ordered: 1, parent_item: { sku: "rare" } },
      ],
    });
    const list = (pageSize: number) =>
      admin.get(`${path}/items?${search([["order_id", String(entity_id)]], { pageSize })}`);
    expect((await list(9)).body).toMatchObject({ items: items.map(alone), total_count: 2 });
    const count = async (pageSize: number) => (await app.statementsOf(() => list(pageSize))).length;
    expect(await count(2)).toBeLessThanOrEqual(5);
    const unknown = await admin.get(`${path}/items?${search([["nothing", "1"]])}`);
    expect(unknown.status).toBe(400);
  });

  it("fails for the id 0, and for an unknown one", async () => {
    expect((await admin.get(`${path}/items/0`)).status).toBe(400);
    const unknown = await admin.get(`${path}/items/9999`);
    expect([unknown.status, unknown.body]).toEqual(unknownEntity);
  });
});
