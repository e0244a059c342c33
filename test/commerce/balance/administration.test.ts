import { beforeAll, describe, expect, it } from "vitest";
import { findWrongBalances } from "../../../src/commerce/balance/published.js";
import { redactPayload } from "../../../src/api/bulk/run/redact.js";
import { answered, customerWith, refused } from "../checkout/support.js";
import { useApp } from "../../support/app.js";
import { search } from "../../support/client.js";
import { newCard } from "./support.js";

const { app, admin } = useApp({ PORTICO_EDITION: "commerce" });
let customer: number;

beforeAll(async () => {
  customer = (await customerWith(app, "ada@example.com")).id;
});

const path = "/V1/giftcardaccounts";
const create = (giftCardAccount: object) => admin.post(path, { giftCardAccount });

describe("gift card accounts", () => {
  it("are created with a generated or a given code, found, changed and deleted", async () => {
    const { body: made } = await create({ balance: 10 });
    expect(made.code).toMatch(/^[A-Z2-9]{12}$/);
    const given = {
      code: "Birthday-1",
      balance: "25.50",
      website_id: 1,
      date_expires: "2199-12-31",
      is_redeemable: false,
    };
    const { body: card } = await create(given);
    expect(card).toMatchObject({ ...given, balance: 25.5, status: 1, state: 0 });
    const one = `${path}/${card.id as number}`;
    expect((await admin.get(one)).body).toEqual(card);
    expect((await admin.get(`${path}/code/BIRTHDAY-1`)).body).toEqual(card);
    expect((await admin.get(`${path}?${search([["balance", "20", "gt"]])}`)).body).toMatchObject({
      items: [card],
      total_count: 1,
    });
    const { body: changed } = await admin.put(one, {
      giftCardAccount: { balance: 0, date_expires: null, code: "Other" },
    });
    expect(changed).toMatchObject({ code: "Birthday-1", balance: 0, state: 1, date_expires: null });
    const { body: entries } = await admin.get(`/V1/balanceEntries?${search([["account_id", String(card.id)]])}`);
    expect(
      (entries.items as { change: number; action: string }[]).map(({ action, change }) => [action, change]),
    ).toEqual([
      ["created", 25.5],
      ["updated", -25.5],
    ]);
    expect(answered(await admin.delete(one))).toEqual([200, true]);
    for (const answer of [
      await admin.get(one),
      await admin.delete(one),
      await admin.put(one, { giftCardAccount: {} }),
    ]) {
      expect(answered(answer)).toMatchObject([404, { parameters: { fieldName: "id" } }]);
    }
    expect((await admin.get(`${path}/code/Birthday-1`)).status).toBe(404);
  });

  it("reject taken codes, balances below zero or with three decimals, and expiry dates in the past", async () => {
    const { code } = await newCard(app, 1);
    const balance = 5;
    const bad = [
      { balance, code: code.toLowerCase() },
      { balance: -1 },
      { balance: "1.005" },
      {},
      { balance, date_expires: "2020-01-01" },
      { balance, date_expires: "soon" },
      { balance, status: 3 },
      { balance, code: "x".repeat(256) },
    ];
    for (const account of bad) expect((await create(account)).status, JSON.stringify(account)).toBe(400);
    expect((await create({ balance, website_id: 99 })).status).toBe(404);
    expect((await admin.get(`${path}?${search([["colour", "red"]])}`)).status).toBe(400);
    expect((await admin.get(`/V1/balanceEntries?${search([["colour", "red"]])}`)).status).toBe(400);
    expect(await app.db.models.giftCardAccount.count()).toBe(
      await app.db.models.balanceAccount.count({ where: { kind: "gift_card" } }),
    );
  });
});

describe("store credit, points and rates", () => {
  it("are changed by administrators and never fall below zero, even in concurrent calls", async () => {
    const credit = `/V1/customers/${customer}/storeCredit/1`;
    expect((await admin.get(credit)).body).toEqual({
      customer_id: customer,
      website_id: 1,
      account_id: null,
      balance: 0,
    });
    expect((await admin.post(credit, { change: 10, comment: "Sorry" })).body).toMatchObject({ balance: 10 });
    const answers = await Promise.all(Array.from({ length: 5 }, () => admin.post(credit, { change: -4 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400]);
    expect((await admin.get(credit)).body).toMatchObject({ balance: 2 });
    expect(answered(await admin.post(credit, { change: -3 }))).toEqual(
      refused(400, "The balance can't be less than zero."),
    );
    expect((await admin.post(credit, { change: "0.001" })).status).toBe(400);
    const points = `/V1/customers/${customer}/rewardPoints/1`;
    expect((await admin.post(points, { change: 5 })).body).toMatchObject({ balance: 5 });
    expect((await admin.post(points, { change: -6 })).status).toBe(400);
    expect((await admin.get(points)).body).toMatchObject({ balance: 5 });
    for (const wrong of [
      "/V1/customers/99999/storeCredit/1",
      "/V1/customers/99999/rewardPoints/1",
      `/V1/customers/${customer}/storeCredit/99`,
    ]) {
      expect((await admin.get(wrong)).status).toBe(404);
      expect((await admin.post(wrong, { change: 1 })).status).toBe(404);
    }
  });

  it("have one rate per direction, website and customer group", async () => {
    const save = (more: object) => {
      const rate = { website_id: 1, customer_group_id: 0, direction: 1, points: 10, currency_amount: 2 };
      return admin.post("/V1/rewardRates", { rate: { ...rate, ...more } });
    };
    const { body: first } = await save({});
    expect((await save({ points: 20 })).body).toEqual({ ...first, points: 20 });
    expect((await save({ direction: 2 })).status).toBe(200);
    for (const bad of [{ points: 0 }, { direction: 3 }, { currency_amount: 0 }, { currency_amount: "1.001" }]) {
      expect((await save(bad)).status).toBe(400);
    }
    expect((await admin.get(`/V1/rewardRates?${search([["direction", "1"]])}`)).body).toMatchObject({ total_count: 1 });
    expect((await admin.get(`/V1/rewardRates?${search([["colour", "1"]])}`)).status).toBe(400);
    expect(answered(await admin.delete(`/V1/rewardRates/${first.rate_id as number}`))).toEqual([200, true]);
    expect((await admin.delete(`/V1/rewardRates/${first.rate_id as number}`)).status).toBe(404);
  });
});

describe("the history of balances", () => {
  it("keeps its entries and finds a balance that differs from them", async () => {
    await newCard(app, 7);
    expect(await findWrongBalances(app.db)).toEqual([]);
    const kept = "entries of balances cannot be changed or deleted";
    await expect(app.db.execute("update balance_entry set change = 1")).rejects.toThrow(kept);
    await expect(app.db.execute("delete from balance_entry")).rejects.toThrow(kept);
    await expect(app.db.execute("update balance_account set balance = -1")).rejects.toThrow(
      "balance_account_balance_check",
    );
    const { id } = await newCard(app, 9);
    await app.db.models.balanceAccount.update({ where: { id }, data: { balance: "10" } });
    const wrong = { account_id: id, kind: "gift_card", balance: "10.0000", entries: "9.0000" };
    expect(await findWrongBalances(app.db)).toEqual([wrong]);
  });

  it("masks gift card codes in finished queued operations", () => {
    const payload = { cartId: 1, giftCardAccountData: { gift_cards: ["SECRET"] }, giftCardCode: "SECRET" };
    expect(redactPayload(JSON.stringify(payload))).toBe(
      '{"cartId":1,"giftCardAccountData":{"gift_cards":"***"},"giftCardCode":"***"}',
    );
  });
});
