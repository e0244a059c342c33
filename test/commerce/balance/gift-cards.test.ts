import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findWrongBalances } from "../../../src/commerce/balance/published.js";
import { answered, guestWith, refused, type Shopper, createProductsInStock } from "../checkout/support.js";
import { startApp, type TestApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { balanceOf, newCard, readyCustomer, segmentsOf, ship } from "./support.js";

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await startApp({ PORTICO_EDITION: "commerce" });
  admin = await app.asAdmin();
  await createProductsInStock(app, { shirt: {}, ebook: { type_id: "virtual" } });
});
afterAll(async () => {
  expect(await findWrongBalances(app.db)).toEqual([]);
  await app[Symbol.asyncDispose]();
});

const notAdded = refused(400, "The gift card code couldn't be added. Verify your information and try again.");
const data = (...gift_cards: string[]) => ({ giftCardAccountData: { gift_cards } });
const guestPath = ({ cart }: Shopper) => `/V1/carts/guest-carts/${cart.split("/").at(-1) ?? ""}`;
const totalsOf = async ({ client, cart }: Shopper) => (await client.get(`${cart}/totals`)).body;
const place = ({ client, cart }: Shopper, method = "checkmo") =>
  client.put(`${cart}/order`, { paymentMethod: { method } });
const idOf = async (shopper: Shopper): Promise<number> => {
  const mask = shopper.cart.split("/").at(-1) ?? "";
  return (await app.db.models.cart.findFirstOrThrow({ where: { mask } })).id;
};

describe("gift cards on carts", () => {
  it("pay for a guest's cart, smallest balance first, and can be removed again", async () => {
    const guest = await guestWith(app, ["shirt", 3]);
    const [big, small] = [await newCard(app, 100), await newCard(app, 4.5)];
    const path = `${guestPath(guest)}/giftCards`;
    expect(answered(await guest.client.post(path, data(big.code, ` ${small.code.toLowerCase()} `)))).toEqual([
      200,
      true,
    ]);
    expect(answered(await guest.client.post(path, data(small.code)))).toEqual([200, true]);
    const totals = await totalsOf(guest);
    expect(totals.grand_total).toBe(0);
    expect(segmentsOf(totals)).toMatchObject({ grand_total: 0, giftcardaccount: -30 });
    expect(segmentsOf(totals)).not.toHaveProperty("customerbalance");
    const last = totals.total_segments.at(-1);
    expect(JSON.parse(last.extension_attributes.gift_cards as string)).toEqual([
      { i: small.id, c: small.code, a: 4.5, ba: 4.5 },
      { i: big.id, c: big.code, a: 25.5, ba: 25.5 },
    ]);
    const cartId = await idOf(guest);
    expect(answered(await admin.get(`/V1/carts/${cartId}/giftCards`))).toEqual([
      200,
      {
        gift_cards: [small.code, big.code],
        gift_cards_amount: 104.5,
        base_gift_cards_amount: 104.5,
        gift_cards_amount_used: 30,
        base_gift_cards_amount_used: 30,
      },
    ]);
    expect(answered(await guest.client.delete(`${path}/${big.code}`))).toEqual([200, true]);
    const gone = refused(400, "The gift card couldn't be deleted from the quote.");
    expect(answered(await guest.client.delete(`${path}/${big.code}`))).toEqual(gone);
    expect((await totalsOf(guest)).grand_total).toBe(25.5);
    expect(answered(await admin.delete(`/V1/carts/${cartId}/giftCards/${small.code}`))).toEqual([200, true]);
    expect(answered(await admin.delete(`/V1/carts/${cartId}/giftCards/${small.code}`))).toEqual(gone);
    expect(answered(await admin.put(`/V1/carts/${cartId}/giftCards`, data(small.code)))).toEqual([200, true]);
    expect(await balanceOf(app, small.id)).toBe(4.5);
  });

  it("are rejected in the same way if expired, empty, disabled, of another website or unknown, and when checked too", async () => {
    const guest = await guestWith(app, ["shirt", 1]);
    const cartId = await idOf(guest);
    const { body: other } = await admin.post("/V1/store/websites", { website: { code: "other", name: "Other" } });
    const bad = [
      await newCard(app, 0),
      await newCard(app, 5, { website_id: other.id as number }),
      await newCard(app, 5, { status: 0 }),
      await newCard(app, 5),
      { code: "NO-SUCH-CODE" },
    ];
    await app.db.models.giftCardAccount.update({
      where: { id: (bad[3] as { id: number }).id },
      data: { date_expires: "2020-01-01" },
    });
    for (const { code } of bad) {
      expect(answered(await admin.put(`/V1/carts/${cartId}/giftCards`, data(code)))).toEqual(notAdded);
      const check = await guest.client.get(`${guestPath(guest)}/checkGiftCard/${code}`);
      expect(answered(check)).toEqual(refused(404, "Gift card not found"));
    }
    const required = {
      message: '"%fieldName" is required. Enter and try again.',
      parameters: { fieldName: "gift_cards" },
    };
    expect(answered(await admin.put(`/V1/carts/${cartId}/giftCards`, data()))).toEqual([400, required]);
    const good = await newCard(app, 12.5);
    expect(answered(await guest.client.get(`${guestPath(guest)}/checkGiftCard/${good.code}`))).toEqual([200, 12.5]);
    expect((await admin.get("/V1/carts/99999/giftCards")).status).toBe(404);
  });
});

describe("orders with gift cards, store credit and points", () => {
  it("are charged once, show the amounts used, and return them once when they are canceled", async () => {
    const email = "rich@example.com";
    const shopper = await readyCustomer(app, email, ["shirt", 4]);
    const { id } = shopper;
    expect(answered(await shopper.client.post("/V1/reward/mine/use-reward"))).toEqual([200, false]);
    const rate = { website_id: 1, customer_group_id: 0, direction: 1, points: 10, currency_amount: 2 };
    expect((await admin.post("/V1/rewardRates", { rate })).status).toBe(200);
    const points = await admin.post(`/V1/customers/${id}/rewardPoints/1`, { change: 25, comment: "Welcome" });
    const credit = await admin.post(`/V1/customers/${id}/storeCredit/1`, { change: "30.25" });
    expect([points.body.balance, credit.body.balance]).toEqual([25, 30.25]);
    const card = await newCard(app, 20);
    expect(answered(await shopper.client.post("/V1/reward/mine/use-reward"))).toEqual([200, true]);
    expect(answered(await shopper.client.post("/V1/carts/mine/giftCards", data(card.code)))).toEqual([200, true]);
    expect(answered(await shopper.client.get(`/V1/carts/mine/checkGiftCard/${card.code}`))).toEqual([200, 20]);
    expect(answered(await shopper.client.post("/V1/carts/mine/balance/apply"))).toEqual([200, true]);
    // 40 of goods and 20 of shipping: 4 by points, 20 by the card, 30.25 by credit.
    const totals = await totalsOf(shopper);
    expect(totals).toMatchObject({
      grand_total: 5.75,
      extension_attributes: { reward_points_balance: 20, reward_currency_amount: 4, customer_balance_amount: 30.25 },
    });
    expect(Object.entries(segmentsOf(totals)).slice(-4)).toEqual([
      ["grand_total", 5.75],
      ["giftcardaccount", -20],
      ["customerbalance", -30.25],
      ["reward", -4],
    ]);
    const placed = await place(shopper);
    expect(answered(placed)).toEqual([200, expect.any(Number)]);
    const { body: order } = await admin.get(`/V1/orders/${placed.body as number}`);
    expect(order).toMatchObject({ grand_total: 5.75, total_due: 5.75 });
    expect(order.extension_attributes).toMatchObject({
      gift_cards: [{ id: card.id, code: card.code, amount: 20, base_amount: 20 }],
      gift_cards_amount: 20,
      customer_balance_amount: 30.25,
      reward_points_balance: 20,
      base_reward_currency_amount: 4,
    });
    const balances = async () => [
      await balanceOf(app, card.id),
      await balanceOf(app, credit.body.account_id as number),
      await balanceOf(app, points.body.account_id as number),
    ];
    expect(await balances()).toEqual([0, 0, 5]);
    const cancel = () => admin.post(`/V1/orders/${order.entity_id as number}/cancel`);
    const canceled = await Promise.all([cancel(), cancel(), cancel()]);
    expect(canceled.map(({ body }) => body as boolean).sort()).toEqual([false, false, true]);
    expect(await balances()).toEqual([20, 30.25, 25]);
    const { body: entries } = await admin.get(
      `/V1/balanceEntries?searchCriteria[filterGroups][0][filters][0][field]=order_id&searchCriteria[filterGroups][0][filters][0][value]=${order.entity_id as number}`,
    );
    expect(entries.total_count).toBe(6);
  });

  it("are paid with the method `free` when nothing is left, and allow removing store credit and points again", async () => {
    const shopper = await readyCustomer(app, "free@example.com", ["shirt", 1]);
    await admin.post(`/V1/customers/${shopper.id}/storeCredit/1`, { change: 500 });
    await shopper.client.post("/V1/carts/mine/balance/apply");
    await shopper.client.post("/V1/carts/mine/balance/apply");
    expect((await totalsOf(shopper)).grand_total).toBe(0);
    const { body: methods } = await shopper.client.get("/V1/carts/mine/payment-methods");
    expect((methods as { code: string }[]).map(({ code }) => code)).toEqual(["free"]);
    expect(answered(await shopper.client.delete("/V1/carts/mine/balance"))).toEqual([200, true]);
    expect(answered(await shopper.client.delete("/V1/reward/mine/use-reward"))).toEqual([200, true]);
    expect((await totalsOf(shopper)).grand_total).toBe(15);
    await shopper.client.post("/V1/carts/mine/balance/apply");
    expect(answered(await place(shopper, "free"))).toEqual([200, expect.any(Number)]);
    expect((await admin.get(`/V1/customers/${shopper.id}/storeCredit/1`)).body).toMatchObject({ balance: 485 });
    expect((await shopper.client.post("/V1/carts/mine/balance/apply")).status).toBe(404);
    expect((await shopper.client.post("/V1/reward/mine/use-reward")).status).toBe(404);
    expect((await shopper.client.delete("/V1/reward/mine/use-reward")).status).toBe(404);
    expect((await shopper.client.delete("/V1/carts/mine/balance")).status).toBe(404);
  });

  it("are rejected if they would cost more than shown because a balance was spent elsewhere", async () => {
    const shopper = await readyCustomer(app, "late@example.com", ["shirt", 2]);
    await admin.post(`/V1/customers/${shopper.id}/storeCredit/1`, { change: 5 });
    const card = await newCard(app, 10);
    await shopper.client.post("/V1/carts/mine/balance/apply");
    await shopper.client.post("/V1/carts/mine/giftCards", data(card.code));
    expect(answered(await shopper.client.delete(`/V1/carts/mine/giftCards/${card.code}`))).toEqual([200, true]);
    expect((await totalsOf(shopper)).grand_total).toBe(25);
    await shopper.client.post("/V1/carts/mine/giftCards", data(card.code));
    expect((await totalsOf(shopper)).grand_total).toBe(15);
    await admin.put(`/V1/giftcardaccounts/${card.id}`, { giftCardAccount: { balance: 4 } });
    expect(answered(await place(shopper))).toEqual(refused(400, "Please correct the gift card code."));
    await admin.put(`/V1/giftcardaccounts/${card.id}`, { giftCardAccount: { balance: 10 } });
    await admin.post(`/V1/customers/${shopper.id}/storeCredit/1`, { change: -1 });
    const changed = refused(400, "The balance has changed. Check the total and try again.");
    expect(answered(await place(shopper))).toEqual(changed);
    await admin.post(`/V1/customers/${shopper.id}/storeCredit/1`, { change: 1 });
    expect(answered(await place(shopper))).toEqual([200, expect.any(Number)]);
  });

  it("spend a card only once in concurrent orders", async () => {
    const card = await newCard(app, 100);
    const ready = async (each: number) => {
      const guest = await guestWith(app, ["shirt", 2]);
      await ship(guest, `guest-${each}@example.com`);
      expect((await admin.put(`/V1/carts/${await idOf(guest)}/giftCards`, data(card.code))).status).toBe(200);
      return guest;
    };
    // The embedded database runs one transaction after the other.
    const count = process.env["PORTICO_TEST_ENGINE"] === "postgresql" ? 100 : 8;
    const guests: Shopper[] = [];
    while (guests.length < count)
      guests.push(...(await Promise.all([1, 2, 3, 4].map((at) => ready(guests.length + at)))));
    expect((await totalsOf(guests[0] as Shopper)).grand_total).toBe(0);
    const answers = await Promise.all(guests.map((guest) => place(guest, "free")));
    const texts = answers
      .filter(({ status }) => status !== 200)
      .map(({ body }) => (body as { message: string }).message);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    const allowed = ["Please correct the gift card code.", "The requested Payment Method is not available."];
    expect(texts.filter((text) => !allowed.includes(text))).toEqual([]);
    expect(await balanceOf(app, card.id)).toBe(10);
  });
});

describe("guessing codes", () => {
  it("returns 429 after ten rejected codes, even for a valid code", async () => {
    const guest = await guestWith(app, ["shirt", 1]);
    const good = await newCard(app, 5);
    const path = `${guestPath(guest)}/giftCards`;
    let last = await guest.client.post(path, data("WRONG"));
    for (let tries = 0; tries < 10 && last.status === 400; tries += 1)
      last = await guest.client.post(path, data("WRONG"));
    expect(answered(last)).toEqual([429, { message: "Too Many Requests" }]);
    expect((await guest.client.post(path, data(good.code))).status).toBe(429);
    expect((await guest.client.get(`${guestPath(guest)}/checkGiftCard/${good.code}`)).status).toBe(429);
  });

  it("stops one guest's cart and not the other shoppers at the address, until it has a hundred rejected codes", async () => {
    const statuses: number[] = [];
    for (let carts = 0; carts < 10; carts += 1) {
      const guest = await guestWith(app, ["shirt", 1]);
      const path = `${guestPath(guest)}/giftCards`;
      for (let tries = 0; tries < 10; tries += 1) statuses.push((await guest.client.post(path, data("WRONG"))).status);
    }
    // The tests above have used fifteen: five checks of cards that cannot be used, and ten guesses.
    expect(statuses).toEqual([...Array<number>(85).fill(400), ...Array<number>(15).fill(429)]);
  });
});
