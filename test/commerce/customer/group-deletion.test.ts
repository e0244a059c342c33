import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { overlapCalls } from "../../support/meeting.js";
import { addEuAndUs, notFound } from "./support.js";

const path = "/V1/customerGroups";
const { app } = useApp();
let admin: Client;

beforeAll(async () => {
  admin = await app.asAdmin(["Magento_Customer::group"]);
  await addEuAndUs(app);
  const defaultGroup = { path: "customer/create_account/default_group" };
  await app.db.models.configValue.createMany({
    data: [
      { ...defaultGroup, scope: "websites", scope_id: 5, value: "2" },
      { ...defaultGroup, scope: "stores", scope_id: 6, value: "3" },
    ],
  });
});

const create = async (code: string, more: object = {}) =>
  (await admin.post(path, { group: { code, tax_class_id: 3, ...more } })).body as { id: number; code: string };

describe("deleting a customer group", () => {
  it("is rejected for group 0 and for the default group of any store view", async () => {
    for (const [id, isReadonly] of [
      [0, true],
      [1, true],
      [3, true],
      [(await create("Free")).id, false],
    ] as const) {
      expect((await admin.get(`${path}/${id}/permissions`)).body).toBe(isReadonly);
      const reply = await admin.delete(`${path}/${id}`);
      if (isReadonly) expect([reply.status, reply.body]).toEqual([400, { message: "Cannot delete group." }]);
      else expect([reply.status, reply.body]).toEqual([200, true]);
    }
  });

  it("is rejected for a group that a concurrent call makes the default", async () => {
    const { id } = await create("Next default");
    const [chosen, removed] = await overlapCalls(app, { table: "config_value", event: "insert" }, [
      () => admin.put(`${path}/default/${id}`),
      () => admin.delete(`${path}/${id}`),
    ]);
    expect([chosen?.status, removed?.status]).toEqual([200, 400]);
    expect((await admin.get(`${path}/default`)).body.id).toBe(id);
    await admin.put(`${path}/default/1`);
  });

  it("answers 404 for an unknown id", async () => {
    const deleted = await admin.delete(`${path}/9999`);
    expect([deleted.status, deleted.body]).toEqual([404, notFound("id", 9999)]);
    const asked = await admin.get(`${path}/9999/permissions`);
    expect([asked.status, asked.body]).toEqual([404, notFound("groupId", 9999)]);
  });

  it("moves its customers to the default groups of their store views", async () => {
    const { id } = await create("Closing");
    const manager = await app.asAdmin();
    const customerIn = async (store_id: number) => {
      const customer = { email: `in${store_id}@example.com`, firstname: "A", lastname: "B", group_id: id, store_id };
      return (await manager.post("/V1/customers", { customer })).body as { id: number; group_id: number };
    };
    const customers = [await customerIn(1), await customerIn(5), await customerIn(6)];
    expect(customers.map((customer) => customer.group_id)).toEqual([id, id, id]);
    expect((await admin.delete(`${path}/${id}`)).body).toBe(true);
    const groups = [];
    for (const customer of customers) groups.push((await manager.get(`/V1/customers/${customer.id}`)).body.group_id);
    expect(groups).toEqual([1, 2, 3]);
    expect((await admin.get(`${path}/${id}`)).status).toBe(404);
  });

  it("does not fail concurrent calls that set tier prices", async () => {
    const prices = await app.asAdmin(["Magento_Catalog::catalog"]);
    const skus = Array.from({ length: 30 }, (_, index) => `held-${index}`);
    await app.db.execute(
      `insert into product (sku, sku_key, attribute_set_id, type_id)
       select sku, sku, (select min(id) from attribute_set), 'simple' from unnest($1::text[]) given (sku)`,
      [skus],
    );
    const rowsFor = (group: string, list: readonly string[]) =>
      list.map((sku) => ({ sku, price: 5, price_type: "fixed", website_id: 0, customer_group: group, quantity: 2 }));
    for (const round of [1, 2, 3]) {
      const group = await create(`Held ${round}`);
      await prices.post("/V1/products/tier-prices", { prices: rowsFor(group.code, skus) });
      const replies = await Promise.all([
        ...[skus, skus.toReversed()].map((list) =>
          prices.put("/V1/products/tier-prices", { prices: rowsFor("General", list) }),
        ),
        admin.delete(`${path}/${group.id}`),
        prices.post("/V1/products/tier-prices", { prices: rowsFor("Retailer", skus.toReversed()) }),
      ]);
      expect(replies.map(({ status, body }) => [status, body as unknown])).toEqual([
        [200, []],
        [200, []],
        [200, true],
        [200, []],
      ]);
      const left = await app.db.query(`select 1 from product_tier_price where customer_group_id = $1::int`, [group.id]);
      expect(left).toEqual([]);
    }
  });

  it.each([
    ["that are being written", "product_tier_price", "insert" as const],
    ["that are sent while it goes", "customer_group", "delete" as const],
  ])("leaves no tier prices %s", async (_, table, event) => {
    const prices = await app.asAdmin(["Magento_Catalog::catalog"]);
    const sku = `left-${table}`;
    await app.db.execute(
      `insert into product (sku, sku_key, attribute_set_id, type_id) values ($1, $1, (select min(id) from attribute_set), 'simple')`,
      [sku],
    );
    const group = await create(`Left ${table}`);
    const tier = { customer_group_id: group.id, qty: 3, value: 5 };
    const calls = [
      () =>
        prices.post("/V1/products/tier-prices", {
          prices: [{ sku, price: 5, price_type: "fixed", website_id: 0, customer_group: group.code, quantity: 2 }],
        }),
      () => prices.post(`/V1/products/${sku}/group-prices/${group.id}/tiers/4/price/5`),
      () => prices.put(`/V1/products/${sku}`, { product: { tier_prices: [tier] } }),
    ];
    const remove = () => admin.delete(`${path}/${group.id}`);
    const inOrder = event === "delete" ? [remove, ...calls] : [...calls.slice(0, 1), remove, ...calls.slice(1)];
    const replies = await overlapCalls(app, { table, event }, inOrder);
    expect(replies.map((reply) => reply?.status)).not.toContain(500);
    expect((await admin.get(`${path}/${group.id}`)).status).toBe(404);
    const left = await app.db.query(`select 1 from product_tier_price where customer_group_id = $1::int`, [group.id]);
    expect(left).toEqual([]);
  });

  it("locks the products with its tier prices in the order of calls that set prices", async () => {
    const { id } = await create("Ordered");
    const statements = await app.statementsOf(() => admin.delete(`${path}/${id}`));
    const at = (pattern: RegExp) => statements.findIndex((text) => pattern.test(text));
    expect(at(/from product\s[\s\S]*order by id for no key update/)).toBeGreaterThan(-1);
    expect(at(/from product\s[\s\S]*order by id for no key update/)).toBeLessThan(at(/delete from product_tier_price/));
  });

  it("deletes only its own tier prices", async () => {
    const { id } = await create("Priced");
    await app.db.execute(
      `insert into product (id, sku, sku_key, type_id, attribute_set_id) values (70001, 'T', 't', 'simple', 4)`,
    );
    await app.db.execute(
      `insert into product_tier_price (product_id, all_groups, customer_group_id, qty, website_id, value, percentage_value)
       values (70001, false, $1::int, 1, 0, 5, null), (70001, false, $1::int, 2, 1, null, 7.5), (70001, true, 0, 1, 0, 6, null),
         (70001, false, 1, 1, 0, 6, null)`,
      [id],
    );
    expect((await admin.delete(`${path}/${id}`)).body).toBe(true);
    const left = await app.db.query(
      `select all_groups, customer_group_id from product_tier_price where product_id = 70001 order by all_groups`,
    );
    expect(left).toEqual([
      { all_groups: false, customer_group_id: 1 },
      { all_groups: true, customer_group_id: 0 },
    ]);
  });
});
