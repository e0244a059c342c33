import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findWrongBalances } from "../../../src/commerce/balance/published.js";
import { answered, customerWith, refused, set } from "../checkout/support.js";
import { startApp, type TestApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { newCard } from "./support.js";

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await startApp({ PORTICO_EDITION: "commerce" });
  admin = await app.asAdmin();
});
afterAll(async () => {
  expect(await findWrongBalances(app.db)).toEqual([]);
  await app[Symbol.asyncDispose]();
});

const redeem = (client: Client, giftCardCode: string) =>
  client.post("/V1/giftcardaccounts/mine/redeem", { giftCardCode });
const noCard = refused(404, "Gift card not found");
const notRedeemable = refused(400, "The gift card can't be redeemed.");

describe("a gift card", () => {
  it("becomes store credit of a customer only once in concurrent calls", async () => {
    const { client, id } = await customerWith(app, "ada@example.com");
    const card = await newCard(app, 25.5);
    const answers = await Promise.all([1, 2, 3].map(() => redeem(client, ` ${card.code.toLowerCase()}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404]);
    expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({ customer_id: id, balance: 25.5 });
    expect((await admin.get(`/V1/customers/${id}/storeCredit/1`)).body).toMatchObject({ balance: 25.5 });
    expect((await admin.get(`/V1/giftcardaccounts/${card.id}`)).body).toMatchObject({ balance: 0, state: 2 });
    const entries = await app.db.models.balanceEntry.findMany({
      where: { action: "redeemed" },
      orderBy: { id: "asc" },
    });
    expect(entries.map(({ change, actor_type, actor_id }) => [Number(change), actor_type, actor_id])).toEqual([
      [-25.5, 3, id],
      [25.5, 3, id],
    ]);
  });

  it("becomes store credit of the caller, even if another customer is sent", async () => {
    const [{ client, id }, other] = [
      await customerWith(app, "cleo@example.com"),
      await customerWith(app, "dora@example.com"),
    ];
    const creditOf = async (customerId: number) => {
      const { body } = await admin.get(`/V1/customers/${customerId}/storeCredit/1`);
      return (body as { readonly balance: number }).balance;
    };
    const byRest = { giftCardCode: (await newCard(app, 3)).code, customerId: other.id, customer_id: other.id };
    await client.post(`/V1/giftcardaccounts/mine/redeem?customerId=${other.id}`, byRest);
    const document = `mutation ($customerId: Int!, $code: String!) { redeemGiftCard(customerId: $customerId, giftCardCode: $code) { customer_id } }`;
    const variables = { customerId: other.id, code: (await newCard(app, 4)).code };
    const { body } = await client.graphql(document, variables);
    expect(body.data).toEqual({ redeemGiftCard: { customer_id: id } });
    expect([await creditOf(id), await creditOf(other.id)]).toEqual([7, 0]);
  });

  it("is not redeemed unless it is usable and redeemable, and guessing codes is limited", async () => {
    const { client, id } = await customerWith(app, "bob@example.com");
    const [fixed, empty, disabled] = [
      await newCard(app, 5, { is_redeemable: false }),
      await newCard(app, 0),
      await newCard(app, 5, { status: 0 }),
    ];
    expect(answered(await redeem(client, fixed.code))).toEqual(notRedeemable);
    for (const { code } of [empty, disabled, { code: "NO-SUCH-CODE" }]) {
      expect(answered(await redeem(client, code))).toEqual(noCard);
    }
    expect((await redeem(app.asGuest(), fixed.code)).status).toBe(401);
    const good = await newCard(app, 5);
    await set(app, { "customer/magento_customerbalance/is_enabled": "0" });
    expect(answered(await redeem(client, good.code))).toEqual(notRedeemable);
    await set(app, { "customer/magento_customerbalance/is_enabled": "1" });
    for (let tries = 0; tries < 10; tries += 1) await redeem(client, "WRONG");
    expect((await redeem(client, good.code)).status).toBe(429);
    expect((await admin.get(`/V1/customers/${id}/storeCredit/1`)).body).toMatchObject({ balance: 0 });
  });
});

describe("the pool of codes", () => {
  it("is generated according to the settings, gives each code to one card, and is refilled when it is empty", async () => {
    const group = "giftcard/giftcardaccount_general";
    const size = { [`${group}/pool_size`]: "3", [`${group}/pool_threshold`]: "2" };
    await app.db.models.giftCardCode.updateMany({ data: { is_taken: true } });
    await set(app, {
      ...{ ...size, [`${group}/code_length`]: "6", [`${group}/code_format`]: "numeric" },
      ...{ [`${group}/code_prefix`]: "GC-", [`${group}/code_suffix`]: "-X", [`${group}/code_split`]: "3" },
    });
    const before = (await admin.get("/V1/giftCardCodePool")).body as { taken: number };
    expect((await admin.post("/V1/giftCardCodePool")).body).toEqual({ free: 3, taken: before.taken, threshold: 2 });
    const cards = await Promise.all([1, 2, 3, 4, 5].map(() => newCard(app, 1)));
    const codes = cards.map(({ code }) => code);
    expect(new Set(codes).size).toBe(5);
    expect(codes.filter((code) => !/^GC-\d{3}-\d{3}-X$/.test(code))).toEqual([]);
    expect((await admin.get("/V1/giftCardCodePool")).body).toMatchObject({ taken: before.taken + 5 });
    const own = await newCard(app, 1, { code: "GC-OWN" });
    await admin.delete(`/V1/giftcardaccounts/${own.id}`);
    const codesOfForm = { [`${group}/code_length`]: "1", [`${group}/pool_size`]: "20", [`${group}/code_split`]: "0" };
    await set(app, codesOfForm);
    expect(answered(await admin.post("/V1/giftCardCodePool"))).toEqual(
      refused(400, "The code format allows too few codes. Increase the code length."),
    );
    expect((await app.asGuest().get("/V1/giftCardCodePool")).status).toBe(401);
    expect((await app.asGuest().post("/V1/giftCardCodePool")).status).toBe(401);
  });
});
