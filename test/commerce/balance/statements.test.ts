import { beforeAll, describe, expect, it } from "vitest";
import { guestWith, type Shopper, createProductsInStock } from "../checkout/support.js";
import { useApp } from "../../support/app.js";
import { newCard, readyCustomer } from "./support.js";

const { app } = useApp({ PORTICO_EDITION: "commerce" });

beforeAll(async () => {
  const admin = await app.asAdmin();
  await createProductsInStock(app, { shirt: {}, mug: {} });
  const rate = { website_id: 1, customer_group_id: 0, direction: 1, points: 10, currency_amount: 1 };
  expect((await admin.post("/V1/rewardRates", { rate })).status).toBe(200);
});

/** Returns the statements of a call that succeeds. */
const statementsOf = (call: () => Promise<{ readonly status: number }>): Promise<string[]> =>
  app.statementsOf(async () => expect((await call()).status).toBe(200));

const place = ({ client, cart }: Shopper) =>
  statementsOf(() => client.put(`${cart}/order`, { paymentMethod: { method: "checkmo" } }));

describe("the number of statements", () => {
  it("is fixed for applying gift cards, regardless of the number of cards", async () => {
    const cards = [await newCard(app, 3), await newCard(app, 4), await newCard(app, 5)];
    const numbers = [];
    for (const used of [cards.slice(0, 1), cards]) {
      const guest = await guestWith(app, ["shirt", 3]);
      const path = `/V1/carts/guest-carts/${guest.cart.split("/").at(-1) ?? ""}/giftCards`;
      const body = { giftCardAccountData: { gift_cards: used.map(({ code }) => code) } };
      numbers.push((await statementsOf(() => guest.client.post(path, body))).length);
    }
    expect(numbers).toEqual([10, 10]);
  });

  it("grows by four if a card, store credit and points pay for an order", async () => {
    const admin = await app.asAdmin();
    const [rich, poor] = [
      await readyCustomer(app, "rich@example.com", ["shirt", 1], ["mug", 1]),
      await readyCustomer(app, "poor@example.com", ["shirt", 1], ["mug", 1]),
    ];
    const { id } = await app.db.models.customer.findFirstOrThrow({ where: { email: "rich@example.com" } });
    await admin.post(`/V1/customers/${id}/storeCredit/1`, { change: 1 });
    await admin.post(`/V1/customers/${id}/rewardPoints/1`, { change: 10 });
    const card = await newCard(app, 1);
    await rich.client.post("/V1/carts/mine/giftCards", { giftCardAccountData: { gift_cards: [card.code] } });
    await rich.client.post("/V1/carts/mine/balance/apply");
    await rich.client.post("/V1/reward/mine/use-reward");
    const without = (await place(poor)).length;
    expect((await place(rich)).length - without).toBe(4);
    const used = await app.db.models.balanceEntry.findMany({ where: { action: "used" }, orderBy: { kind: "asc" } });
    expect(used.map(({ kind, change }) => [kind, Number(change)])).toEqual([
      ["gift_card", -1],
      ["reward", -10],
      ["store_credit", -1],
    ]);
  });
});
