import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { expirePoints } from "../../../src/commerce/balance/reward-points/expire-points.js";
import { findWrongBalances } from "../../../src/commerce/balance/published.js";
import { buyAsGuest, set, createProductsInStock } from "../checkout/support.js";
import { startApp, type TestApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { readyCustomer } from "./support.js";

let app: TestApp;
let admin: Client;

const general = "magento_reward/general";
const standard = {
  ...{ "magento_reward/points/order": "1", [`${general}/max_points_balance`]: "" },
  ...{ [`${general}/expiration_days`]: "", [`${general}/expiry_calculation`]: "static" },
  ...{ [`${general}/deduct_automatically`]: "1" },
};

beforeAll(async () => {
  app = await startApp({ PORTICO_EDITION: "commerce" });
  admin = await app.asAdmin();
  await createProductsInStock(app, { shirt: {} });
  // Two dollars earn ten points.
  const rate = { website_id: 1, customer_group_id: 0, direction: 2, points: 10, currency_amount: 2 };
  expect((await admin.post("/V1/rewardRates", { rate })).status).toBe(200);
});
beforeEach(() => set(app, standard));
afterAll(async () => {
  expect(await findWrongBalances(app.db)).toEqual([]);
  await app[Symbol.asyncDispose]();
});

const pathOf = (customer: number) => `/V1/customers/${customer}/rewardPoints/1`;
const pointsOf = async (customer: number) => (await admin.get(pathOf(customer))).body.balance as number;

async function order(email: string, units: number) {
  const shopper = await readyCustomer(app, email, ["shirt", units]);
  const placed = await shopper.client.put(`${shopper.cart}/order`, { paymentMethod: { method: "checkmo" } });
  const id = placed.body as number;
  const { body } = await admin.get(`/V1/orders/${id}`);
  const item = body.items[0].item_id as number;
  const make = async (what: "invoice" | "refund", qty?: number, more: object = {}) => {
    const items = qty === undefined ? {} : { items: [{ order_item_id: item, qty }] };
    const answer = await admin.post(`/V1/order/${id}/${what}`, { ...items, ...more });
    expect(answer.status, answer.text).toBe(200);
  };
  return { id, customer: shopper.id, make };
}

describe("orders", () => {
  it("earn points for goods without shipping once nothing is left to invoice, and lose them by refunds", async () => {
    const { id, customer, make } = await order("earner@example.com", 3);
    await make("invoice", 1);
    expect(await pointsOf(customer)).toBe(0);
    await make("invoice");
    // 30 dollars of goods.
    expect(await pointsOf(customer)).toBe(150);
    const shipping = { arguments: { shipping_amount: 0 } };
    await make("refund", 1, shipping);
    expect(await pointsOf(customer)).toBe(100);
    await admin.post(pathOf(customer), { change: -80 });
    await make("refund", 1, shipping);
    expect(await pointsOf(customer)).toBe(0);
    await make("refund");
    expect(await pointsOf(customer)).toBe(0);
    const entries = await app.db.models.balanceEntry.findMany({
      where: { order_id: id },
      select: { action: true, change: true },
      orderBy: { id: "asc" },
    });
    expect(entries.map(({ action, change }) => [action, Number(change)])).toEqual([
      ["earned", 150],
      ["deducted", -50],
      ["deducted", -20],
    ]);
  });

  it("earn points for invoiced items when the rest is canceled, and keep them if the shop is configured so", async () => {
    await set(app, { [`${general}/deduct_automatically`]: "0" });
    const { id, customer, make } = await order("half@example.com", 2);
    await make("invoice", 1);
    expect((await admin.post(`/V1/orders/${id}/cancel`)).body).toBe(true);
    expect(await pointsOf(customer)).toBe(50);
    await make("refund");
    expect(await pointsOf(customer)).toBe(50);
  });

  it("earn points from price rules too, up to the maximum balance, and none while points are disabled", async () => {
    const rule = { name: "Points", is_active: true, website_ids: [1], customer_group_ids: [0, 1] };
    const discount = { simple_action: "by_percent", discount_amount: 0, coupon_type: "NO_COUPON" };
    const { body: saved } = await admin.post("/V1/salesRules", {
      rule: { ...rule, ...discount, extension_attributes: { reward_points_delta: 7 } },
    });
    expect(saved.extension_attributes).toEqual({ reward_points_delta: 7 });
    const negative = { ...rule, ...discount, extension_attributes: { reward_points_delta: -1 } };
    expect((await admin.post("/V1/salesRules", { rule: negative })).status).toBe(400);
    const first = await order("ruled@example.com", 1);
    await first.make("invoice");
    expect(await pointsOf(first.customer)).toBe(57);
    await set(app, { [`${general}/max_points_balance`]: "20" });
    const capped = await order("capped@example.com", 1);
    await capped.make("invoice");
    expect(await pointsOf(capped.customer)).toBe(20);
    await set(app, { [`${general}/is_enabled`]: "0" });
    const off = await order("off@example.com", 1);
    await off.make("invoice");
    await set(app, { [`${general}/is_enabled`]: "1", "magento_reward/points/order": "0" });
    expect(await pointsOf(off.customer)).toBe(0);
    const byRule = await order("rule-only@example.com", 1);
    await byRule.make("invoice");
    expect(await pointsOf(byRule.customer)).toBe(7);
    await byRule.make("refund");
    expect(await pointsOf(byRule.customer)).toBe(0);
    const guest = await buyAsGuest(app, "shirt", 1);
    expect((await admin.post(`/V1/order/${guest}/invoice`, {})).status).toBe(200);
    expect(await app.db.models.balanceEntry.count({ where: { order_id: guest } })).toBe(0);
    await admin.delete(`/V1/salesRules/${saved.rule_id as number}`);
  });
});

/** Simulates passing days for an account by making all of its points older. */
async function passDays(customer: number, days: number): Promise<void> {
  const account_id = (await admin.get(pathOf(customer))).body.account_id as number;
  await app.db.execute("alter table balance_entry disable trigger keep_balance_entry");
  await app.db.execute(
    `update balance_entry set created_at = created_at - make_interval(days => $2::int),
      expires_at = expires_at - make_interval(days => $2::int) where account_id = $1::int`,
    [account_id, days],
  );
  await app.db.execute("alter table balance_entry enable trigger keep_balance_entry");
  await app.db.execute(
    `update balance_account set points_since = points_since - make_interval(days => $2::int),
      points_expire_at = points_expire_at - make_interval(days => $2::int) where id = $1::int`,
    [account_id, days],
  );
}

describe("points", () => {
  it("are not used below the minimum balance or by guests", async () => {
    const rate = { website_id: 1, customer_group_id: 0, direction: 1, points: 10, currency_amount: 2 };
    const { body: made } = await admin.post("/V1/rewardRates", { rate });
    const { client, id } = await readyCustomer(app, "few@example.com", ["shirt", 1]);
    const use = async () => (await client.post("/V1/reward/mine/use-reward")).body as boolean;
    await set(app, { [`${general}/min_points_balance`]: "50" });
    await admin.post(pathOf(id), { change: 49 });
    expect(await use()).toBe(false);
    await admin.post(pathOf(id), { change: 1 });
    expect(await use()).toBe(true);
    expect((await client.get("/V1/carts/mine/totals")).body.extension_attributes).toMatchObject({
      reward_points_balance: 50,
    });
    await set(app, { [`${general}/min_points_balance`]: "" });
    expect((await app.asGuest().post("/V1/reward/mine/use-reward")).status).toBe(401);
    await admin.delete(`/V1/rewardRates/${made.rate_id as number}`);
  });

  it("expire at the time that was set when they were added, and the first to expire are spent first", async () => {
    const { customer } = await order("static@example.com", 1);
    const add = (change: number) => admin.post(pathOf(customer), { change });
    await set(app, { [`${general}/expiration_days`]: "100" });
    await add(40);
    await set(app, { [`${general}/expiration_days`]: "10" });
    await add(30);
    await set(app, { [`${general}/expiration_days`]: "" });
    await add(20);
    await add(-10);
    await expirePoints(app.db);
    expect(await pointsOf(customer)).toBe(80);
    await passDays(customer, 11);
    await Promise.all([expirePoints(app.db), expirePoints(app.db)]);
    expect(await pointsOf(customer)).toBe(60);
    await passDays(customer, 90);
    await expirePoints(app.db);
    await expirePoints(app.db);
    expect(await pointsOf(customer)).toBe(20);
    await passDays(customer, 1000);
    await expirePoints(app.db);
    expect(await pointsOf(customer)).toBe(20);
    const { body } = await admin.get(
      `/V1/balanceEntries?searchCriteria[filterGroups][0][filters][0][field]=action&searchCriteria[filterGroups][0][filters][0][value]=expired`,
    );
    expect((body.items as { change: number }[]).map(({ change }) => change)).toEqual([-20, -40]);
  });

  it("expire by age and the current setting if the calculation is dynamic", async () => {
    const { customer } = await order("dynamic@example.com", 1);
    await set(app, { [`${general}/expiry_calculation`]: "dynamic" });
    await admin.post(pathOf(customer), { change: 40 });
    await passDays(customer, 20);
    await admin.post(pathOf(customer), { change: 5 });
    await expirePoints(app.db);
    expect(await pointsOf(customer)).toBe(45);
    await set(app, { [`${general}/expiration_days`]: "30" });
    await expirePoints(app.db);
    expect(await pointsOf(customer)).toBe(45);
    await set(app, { [`${general}/expiration_days`]: "15" });
    await expirePoints(app.db);
    expect(await pointsOf(customer)).toBe(5);
  });
});
