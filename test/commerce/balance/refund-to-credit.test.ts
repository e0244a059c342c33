import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findWrongBalances } from "../../../src/commerce/balance/published.js";
import { answered, buyAsGuest, refused, set, type Shopper, createProductsInStock } from "../checkout/support.js";
import { startApp, type TestApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { balanceOf, newCard, readyCustomer } from "./support.js";

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await startApp({ PORTICO_EDITION: "commerce" });
  admin = await app.asAdmin();
  await createProductsInStock(app, { shirt: {} });
});
afterAll(async () => {
  expect(await findWrongBalances(app.db)).toEqual([]);
  await app[Symbol.asyncDispose]();
});

async function place({ client, cart }: Shopper, method = "checkmo"): Promise<number> {
  const { status, body, text } = await client.put(`${cart}/order`, { paymentMethod: { method } });
  if (status !== 200) throw new Error(`no order was placed: ${text}`);
  return body;
}

/** An order of two shirts with shipping, 30 dollars in all, that is invoiced. */
async function invoicedOrder(email: string) {
  const shopper = await readyCustomer(app, email, ["shirt", 2]);
  const id = await place(shopper);
  expect((await admin.post(`/V1/order/${id}/invoice`, {})).status).toBe(200);
  const order = (await admin.get(`/V1/orders/${id}`)).body;
  return { id, shopper, item: order.items[0].item_id as number };
}

const credit = async (customer: number) =>
  (await admin.get(`/V1/customers/${customer}/storeCredit/1`)).body.balance as number;
const argumentsOf = (extension_attributes: object, more: object = {}) => ({
  arguments: { ...more, extension_attributes },
});
const tooMuch = refused(400, "You can't use more store credit than the order amount.");

describe("a refund to store credit", () => {
  it("pays part of the money as store credit and records where each amount went", async () => {
    const { id, shopper, item } = await invoicedOrder("part@example.com");
    const refund = (body: object) => admin.post(`/V1/order/${id}/refund`, body);
    const unit = { items: [{ order_item_id: item, qty: 1 }] };
    const one = { ...unit, ...argumentsOf({ customer_balance_amount: 10.01 }, { shipping_amount: 0 }) };
    expect(answered(await refund(one))).toEqual(tooMuch);
    for (const amount of [-1, "1.005", "a"]) {
      const wrong = await refund({ ...unit, ...argumentsOf({ customer_balance_amount: amount }) });
      expect(wrong.status, String(amount)).toBe(400);
    }
    expect(await credit(shopper.id)).toBe(0);
    const { body: memoId } = await refund({
      ...unit,
      ...argumentsOf({ customer_balance_amount: 4 }, { shipping_amount: 0 }),
    });
    expect(await credit(shopper.id)).toBe(4);
    const { body: memo } = await admin.get(`/V1/creditmemo/${memoId as number}`);
    expect(memo).toMatchObject({
      ...{ grand_total: 10, base_grand_total: 10 },
      extension_attributes: { customer_balance_amount: 4, base_customer_balance_amount: 4 },
    });
    const { body: order } = await admin.get(`/V1/orders/${id}`);
    expect(order).toMatchObject({ total_refunded: 10, total_offline_refunded: 10 });
    expect(order.extension_attributes).toMatchObject({
      ...{ customer_balance_total_refunded: 4, base_customer_balance_total_refunded: 4 },
    });
    expect(order.extension_attributes).not.toHaveProperty("customer_balance_refunded");
    const comments = (order.status_histories as { comment: string }[]).map(({ comment }) => comment);
    expect(comments).toContain("We refunded $6.00 offline. We refunded $4.00 to store credit.");
    const entry = await app.db.models.balanceEntry.findFirstOrThrow({ where: { order_id: id } });
    expect(entry).toMatchObject({ action: "refunded", kind: "store_credit", cause: `creditmemo:${memoId as number}` });
    expect((await refund(argumentsOf({ customer_balance_amount: 20 }))).status).toBe(200);
    expect(await credit(shopper.id)).toBe(24);
    expect((await admin.get(`/V1/orders/${id}`)).body).toMatchObject({ state: "closed", total_refunded: 30 });
  });

  it("pays only once in concurrent refunds", async () => {
    const { id, shopper } = await invoicedOrder("parallel@example.com");
    const refund = () => admin.post(`/V1/order/${id}/refund`, argumentsOf({ customer_balance_amount: 30 }));
    const cancel = () => admin.post(`/V1/orders/${id}/cancel`);
    const answers = await Promise.all([refund(), cancel(), refund(), cancel(), refund()]);
    expect(answers.filter(({ status, body }) => status === 200 && body !== false)).toHaveLength(1);
    expect(await credit(shopper.id)).toBe(30);
  });

  it("follows the credit memo sent: store credit that paid is returned, and the rest is money", async () => {
    const shopper = await readyCustomer(app, "sent@example.com", ["shirt", 2]);
    await admin.post(`/V1/customers/${shopper.id}/storeCredit/1`, { change: 12 });
    await shopper.client.post("/V1/carts/mine/balance/apply");
    const id = await place(shopper);
    await admin.post(`/V1/order/${id}/invoice`, {});
    const { body: order } = await admin.get(`/V1/orders/${id}`);
    const items = [{ order_item_id: order.items[0].item_id as number, qty: 2 }];
    const send = (grand_total: number, customer_balance_amount: number | string) => {
      const creditmemo = { order_id: id, grand_total, items, extension_attributes: { customer_balance_amount } };
      return admin.post("/V1/creditmemo/refund", { creditmemo, offlineRequested: true });
    };
    expect(answered(await send(18, 30.01))).toEqual(tooMuch);
    expect((await send(18, "12.001")).status).toBe(400);
    expect((await send(18, 17)).body).toMatchObject({
      ...{ grand_total: 18, extension_attributes: { customer_balance_amount: 17 } },
    });
    expect(await credit(shopper.id)).toBe(17);
    const { extension_attributes: after, ...rest } = (await admin.get(`/V1/orders/${id}`)).body;
    expect(rest).toMatchObject({ state: "closed", total_refunded: 18 });
    expect(after).toMatchObject({ customer_balance_refunded: 12, customer_balance_total_refunded: 5 });
  });

  it("is rejected for guests and while store credit is disabled, without changing anything", async () => {
    const guestOrder = await buyAsGuest(app, "shirt", 1);
    await admin.post(`/V1/order/${guestOrder}/invoice`, {});
    const none = refused(
      400,
      "The order can't be refunded to store credit. It must belong to a customer, and store credit must be enabled.",
    );
    const body = argumentsOf({ customer_balance_amount: 1 });
    expect(answered(await admin.post(`/V1/order/${guestOrder}/refund`, body))).toMatchObject([400, {}]);
    const { id, shopper } = await invoicedOrder("off@example.com");
    await set(app, { "customer/magento_customerbalance/is_enabled": "0" });
    const answer = await admin.post(`/V1/order/${id}/refund`, body);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain((none[1] as { message: string }).message);
    await set(app, { "customer/magento_customerbalance/is_enabled": "1" });
    expect(await credit(shopper.id)).toBe(0);
    expect((await admin.get(`/V1/orders/${id}`)).body.total_refunded ?? 0).toBe(0);
  });

  it("moves amounts paid by gift cards to store credit if the shop is configured so", async () => {
    await set(app, { "customer/magento_customerbalance/refund_automatically": "1" });
    const shopper = await readyCustomer(app, "moved@example.com", ["shirt", 2]);
    const card = await newCard(app, 25);
    await shopper.client.post("/V1/carts/mine/giftCards", { giftCardAccountData: { gift_cards: [card.code] } });
    const id = await place(shopper);
    await admin.post(`/V1/order/${id}/invoice`, {});
    expect((await admin.post(`/V1/order/${id}/refund`, {})).status).toBe(200);
    await set(app, { "customer/magento_customerbalance/refund_automatically": "0" });
    expect(await balanceOf(app, card.id)).toBe(0);
    expect(await credit(shopper.id)).toBe(25);
    const entries = await app.db.models.balanceEntry.findMany({ where: { order_id: id }, orderBy: { id: "asc" } });
    expect(entries.map(({ kind, action, change }) => [kind, action, Number(change)])).toEqual([
      ["gift_card", "used", -25],
      ["gift_card", "returned", 25],
      ["gift_card", "transferred", -25],
      ["store_credit", "transferred", 25],
    ]);
  });

  it("returns points used for payment if the refund requests it", async () => {
    const rate = { website_id: 1, customer_group_id: 0, direction: 1, points: 10, currency_amount: 2 };
    await admin.post("/V1/rewardRates", { rate });
    const shopper = await readyCustomer(app, "points@example.com", ["shirt", 2]);
    const points = `/V1/customers/${shopper.id}/rewardPoints/1`;
    await admin.post(points, { change: 50 });
    await shopper.client.post("/V1/reward/mine/use-reward");
    const id = await place(shopper);
    await admin.post(`/V1/order/${id}/invoice`, {});
    const { body: order } = await admin.get(`/V1/orders/${id}`);
    const unit = [{ order_item_id: order.items[0].item_id as number, qty: 1 }];
    const wanted = { refund_reward_points: true };
    // Money goes back last: 10 of goods are what points paid.
    const first = { items: unit, ...argumentsOf(wanted, { shipping_amount: 0 }) };
    const { body: memoId } = await admin.post(`/V1/order/${id}/refund`, first);
    expect((await admin.get(`/V1/creditmemo/${memoId as number}`)).body).toMatchObject({
      ...{ grand_total: 0, extension_attributes: { reward_currency_amount: 10 } },
    });
    expect((await admin.get(points)).body).toMatchObject({ balance: 50 });
    expect((await admin.post(`/V1/order/${id}/refund`, argumentsOf(wanted))).status).toBe(200);
    expect((await admin.get(points)).body).toMatchObject({ balance: 50 });
    expect((await admin.get(`/V1/orders/${id}`)).body).toMatchObject({ state: "closed", total_refunded: 20 });
  });
});
