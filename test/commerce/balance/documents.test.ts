import { afterAll, beforeAll, expect, it } from "vitest";
import { findWrongBalances } from "../../../src/commerce/balance/published.js";
import { answered, refused, set, type Shopper, createProductsInStock } from "../checkout/support.js";
import { startApp, type TestApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { balanceOf, newCard, readyCustomer } from "./support.js";

let app: TestApp;
let admin: Client;
let paper: number;

beforeAll(async () => {
  app = await startApp({ PORTICO_EDITION: "commerce" });
  admin = await app.asAdmin();
  await createProductsInStock(app, { shirt: {} });
  paper = (await admin.post("/V1/gift-wrappings", { data: { design: "Paper", base_price: 2 } })).body.wrapping_id;
  const taxClass = { class_name: "Wrapping", class_type: "PRODUCT" };
  const { body: wrappingClass } = await admin.post("/V1/taxClasses", { taxClass });
  const taxRate = { code: "Ten", rate: 10, tax_country_id: "US", tax_region_id: 0, tax_postcode: "*" };
  const { body: rate } = await admin.post("/V1/taxRates", { taxRate });
  const rule = { code: "Wrap", priority: 0, customer_tax_class_ids: [3], tax_rate_ids: [rate.id] };
  await admin.post("/V1/taxRules", { rule: { ...rule, product_tax_class_ids: [Number(wrappingClass)] } });
  const points = { website_id: 1, customer_group_id: 0, direction: 1, points: 10, currency_amount: 2 };
  await admin.post("/V1/rewardRates", { rate: points });
  await set(app, {
    "tax/classes/wrapping_tax_class": String(wrappingClass),
    "sales/gift_options/printed_card_price": "1.50",
    "sales/zerograndtotal_creditmemo/allow_zero_grandtotal": "0",
  });
});
afterAll(async () => {
  expect(await findWrongBalances(app.db)).toEqual([]);
  await app[Symbol.asyncDispose]();
});

const useCard = ({ client }: Shopper, code: string) =>
  client.post("/V1/carts/mine/giftCards", { giftCardAccountData: { gift_cards: [code] } });
const wrap = ({ client, cart }: Shopper, place: string, extension_attributes: object) =>
  client.post(`${cart}/gift-message${place}`, { giftMessage: { message: "", extension_attributes } });
const readOrder = async (id: number) => (await admin.get(`/V1/orders/${id}`)).body;

async function place({ client, cart }: Shopper, method: string): Promise<number> {
  const { status, body, text } = await client.put(`${cart}/order`, { paymentMethod: { method } });
  if (status !== 200) throw new Error(`no order was placed: ${text}`);
  return body;
}

/** Invoices or refunds units of the first line of an order, or all that is left, and returns the document. */
async function make(route: string, path: "invoices" | "creditmemo", items?: object[]) {
  const { status, body, text } = await admin.post(route, items ? { items } : {});
  if (status !== 200) throw new Error(`no document: ${text}`);
  return (await admin.get(`/V1/${path}/${String(body)}`)).body;
}

it("divides wrapping and balances among invoices and credit memos until everything is returned and the order is closed", async () => {
  await set(app, { "magento_reward/general/refund_automatically": "1" });
  const shopper = await readyCustomer(app, "rich@example.com", ["shirt", 3]);
  const { client, id: customer } = shopper;
  const points = await admin.post(`/V1/customers/${customer}/rewardPoints/1`, { change: 25 });
  const credit = await admin.post(`/V1/customers/${customer}/storeCredit/1`, { change: 30 });
  const card = await newCard(app, 20);
  const [line] = (await client.get("/V1/carts/mine/items")).body as { item_id: number }[];
  await wrap(shopper, "", { wrapping_id: paper, wrapping_add_printed_card: true });
  await wrap(shopper, `/${line?.item_id ?? 0}`, { wrapping_id: paper });
  await useCard(shopper, card.code);
  await client.post("/V1/reward/mine/use-reward");
  await admin.post(`/V1/customers/${customer}/storeCredit/1`, { change: -5 });
  await client.post("/V1/carts/mine/balance/apply");
  const id = await place(shopper, "checkmo");
  // 30 of goods, 15 of shipping, 2 + 3 × 2 + 1.50 of wrapping with 0.95 of tax; 4 by points, 20 by the card, 25 by credit.
  const placed = await readOrder(id);
  expect(placed).toMatchObject({ grand_total: 6.45, tax_amount: 0.95 });
  const unit = [{ order_item_id: placed.items[0].item_id as number, qty: 1 }];

  const first = await make(`/V1/order/${id}/invoice`, "invoices", unit);
  // 10 of goods, and all shipping and wrapping: 4 by points, 20 by the card, 11.45 by credit.
  expect(first).toMatchObject({
    ...{ grand_total: 0, base_grand_total: 0, subtotal: 10, tax_amount: 0.95, shipping_amount: 15 },
    extension_attributes: {
      ...{ gift_cards_amount: 20, base_gift_cards_amount: 20, customer_balance_amount: 11.45 },
      ...{ gw_price: "2.0000", gw_items_base_price: "6.0000", gw_card_price: "1.5000", gw_items_tax_amount: "0.6000" },
    },
  });
  const second = await make(`/V1/order/${id}/invoice`, "invoices");
  expect(second).toMatchObject({ grand_total: 6.45, subtotal: 20, tax_amount: 0 });
  expect(second.extension_attributes).toEqual({ customer_balance_amount: 13.55, base_customer_balance_amount: 13.55 });
  const invoiced = await readOrder(id);
  expect(invoiced).toMatchObject({ total_due: 0, total_paid: 6.45, total_invoiced: 6.45, tax_invoiced: 0.95 });
  expect(invoiced.extension_attributes).toMatchObject({
    ...{ gift_cards_invoiced: 20, base_gift_cards_invoiced: 20, customer_balance_invoiced: 25 },
    ...{ gw_price_invoiced: "2.0000", gw_items_tax_invoiced: "0.6000", gw_tax_amount_invoiced: "0.2000" },
  });
  expect(invoiced.extension_attributes).not.toHaveProperty("reward_currency_invoiced");
  expect(invoiced.items[0]).toMatchObject({ gw_price_invoiced: 6, gw_base_tax_amount_invoiced: 0.6 });

  const memo = await make(`/V1/invoice/${first.entity_id as number}/refund`, "creditmemo", unit);
  // The card and 15.45 of credit get the whole of the first invoice back.
  expect(memo).toMatchObject({
    ...{ grand_total: 0, subtotal: 10, tax_amount: 0.95 },
    extension_attributes: { gift_cards_amount: 20, customer_balance_amount: 15.45, gw_items_price: "6.0000" },
  });
  const again = await admin.post(`/V1/invoice/${first.entity_id as number}/refund`, { items: unit });
  expect(again.status).toBe(400);
  expect((await readOrder(id)).state).toBe("processing");
  const last = await make(`/V1/order/${id}/refund`, "creditmemo");
  expect(last).toMatchObject({ grand_total: 6.45, extension_attributes: { customer_balance_amount: 9.55 } });
  expect(last.extension_attributes).not.toHaveProperty("gw_price");

  const closed = await readOrder(id);
  expect(closed).toMatchObject({ state: "closed", total_refunded: 6.45 });
  expect(closed.extension_attributes).toMatchObject({
    ...{ gift_cards_refunded: 20, customer_balance_refunded: 25, base_customer_balance_refunded: 25 },
    ...{ gw_card_price_refunded: "1.5000", gw_card_tax_refunded: "0.1500" },
  });
  expect(closed.items[0]).toMatchObject({ gw_price_refunded: 6 });
  expect(await balanceOf(app, card.id)).toBe(20);
  expect(await balanceOf(app, credit.body.account_id as number)).toBe(25);
  expect(await balanceOf(app, points.body.account_id as number)).toBe(25);
  const comments = await app.db.models.balanceEntry.findMany({
    where: { order_id: id, account_id: card.id, action: "returned" },
    select: { comment: true },
  });
  expect(comments).toEqual([
    { comment: `Order #${placed.increment_id as string}, creditmemo #${memo.increment_id as string}` },
  ]);
});

it("returns charges without an invoice to gift cards on cancellation, and invoiced ones as the credit memo specifies", async () => {
  const shopper = await readyCustomer(app, "card@example.com", ["shirt", 2]);
  const card = await newCard(app, 100);
  await useCard(shopper, card.code);
  const id = await place(shopper, "free");
  const [item] = (await readOrder(id)).items as { item_id: number }[];
  const unit = [{ order_item_id: item?.item_id ?? 0, qty: 1 }];
  // A unit of 10 and all shipping of 10.
  const invoice = await make(`/V1/order/${id}/invoice`, "invoices", unit);
  expect(invoice).toMatchObject({ grand_total: 0, extension_attributes: { gift_cards_amount: 20 } });
  expect(answered(await admin.post(`/V1/orders/${id}/cancel`))).toEqual([200, true]);
  expect(await balanceOf(app, card.id)).toBe(80);
  const send = (extension_attributes: object) => {
    const creditmemo = { order_id: id, grand_total: 0, base_grand_total: 0, items: unit, extension_attributes };
    return admin.post("/V1/creditmemo/refund", { creditmemo, offlineRequested: true });
  };
  expect(answered(await send({ gift_cards_amount: 20.01 }))).toEqual(
    refused(400, "You can't return more to gift cards than they paid."),
  );
  expect(answered(await send({ customer_balance_amount: 1 }))).toEqual(
    refused(400, "You can't use more store credit than the order amount."),
  );
  expect((await send({ gift_cards_amount: -1 })).status).toBe(400);
  const sent = await send({ gift_cards_amount: 20 });
  expect(answered(sent)).toMatchObject([200, { grand_total: 0, extension_attributes: { base_gift_cards_amount: 20 } }]);
  expect(await balanceOf(app, card.id)).toBe(100);
  expect((await readOrder(id)).state).toBe("closed");
});

it("keeps points unless the shop is configured to return them, and refunds only once in concurrent calls", async () => {
  await set(app, { "magento_reward/general/refund_automatically": "0" });
  const shopper = await readyCustomer(app, "points@example.com", ["shirt", 2]);
  const path = `/V1/customers/${shopper.id}/rewardPoints/1`;
  const { body: points } = await admin.post(path, { change: 40 });
  const { body: credit } = await admin.post(`/V1/customers/${shopper.id}/storeCredit/1`, { change: 100 });
  await shopper.client.post("/V1/reward/mine/use-reward");
  await shopper.client.post("/V1/carts/mine/balance/apply");
  const id = await place(shopper, "free");
  await make(`/V1/order/${id}/invoice`, "invoices");
  const refunds = await Promise.all([1, 2, 3].map(() => admin.post(`/V1/order/${id}/refund`, {})));
  expect(refunds.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  expect(await balanceOf(app, credit.account_id as number)).toBe(100);
  expect(await balanceOf(app, points.account_id as number)).toBe(0);
  expect((await readOrder(id)).state).toBe("closed");
});

it("returns everything exactly once in concurrent cancellations and refunds", async () => {
  await set(app, { "magento_reward/general/refund_automatically": "1" });
  const shopper = await readyCustomer(app, "busy@example.com", ["shirt", 4]);
  const points = await admin.post(`/V1/customers/${shopper.id}/rewardPoints/1`, { change: 20 });
  const credit = await admin.post(`/V1/customers/${shopper.id}/storeCredit/1`, { change: 16 });
  const card = await newCard(app, 40);
  await useCard(shopper, card.code);
  await shopper.client.post("/V1/reward/mine/use-reward");
  await shopper.client.post("/V1/carts/mine/balance/apply");
  // 40 of goods and 20 of shipping: 4 by points, 40 by the card, 16 by credit.
  const id = await place(shopper, "free");
  const [item] = (await readOrder(id)).items as { item_id: number }[];
  await make(`/V1/order/${id}/invoice`, "invoices", [{ order_item_id: item?.item_id ?? 0, qty: 2 }]);
  const cancel = () => admin.post(`/V1/orders/${id}/cancel`);
  const refund = () => admin.post(`/V1/order/${id}/refund`, {});
  const answers = await Promise.all([cancel(), refund(), cancel(), refund(), cancel(), refund(), refund(), cancel()]);
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 400)).toEqual([]);
  const balances = async () =>
    Promise.all([card.id, credit.body.account_id, points.body.account_id].map((one) => balanceOf(app, one as number)));
  await refund();
  await cancel();
  expect(await balances()).toEqual([40, 16, 20]);
  const sums = await app.db.query<{ total: string }>(
    "select sum(change)::text as total from balance_entry where order_id = $1 group by account_id",
    [id],
  );
  expect(sums.map(({ total }) => Number(total))).toEqual([0, 0, 0]);
});
