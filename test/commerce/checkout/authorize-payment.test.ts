import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { authorizePayment } from "../../../src/commerce/checkout/placing/authorize-payment.js";
import type { Db } from "../../../src/platform/db/database.js";
import { asAmount } from "../../../src/platform/money/amount.js";
import { openTestDatabase, type TestDatabase } from "../../support/test-database.js";
import { FakeGateway } from "./fake-gateway.js";

let opened: TestDatabase;

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened[Symbol.asyncDispose]());

const cart = {
  id: 7,
  store_id: 1,
  store: { code: "default", website_id: 1 },
  base_currency_code: "USD",
  additional_data: ["token"],
};

/** Authorizes 20 dollars in a transaction with more work in it. */
const authorize = (gateway: FakeGateway | undefined, work: (db: Db) => Promise<unknown>) =>
  opened.database.transaction(async (tx) => {
    await tx.query("select 1");
    const method = { code: "fake", ...(gateway ? { gateway } : {}) };
    const authorization = await authorizePayment(tx, cart, { method, amount: asAmount("20") });
    await work(tx);
    return authorization;
  });

describe("the payment of an order", () => {
  it("is authorized at the gateway of its method and recorded with the order", async () => {
    const gateway = new FakeGateway("100");
    expect(await authorize(gateway, async () => undefined)).toEqual({ transactionId: "fake-1", amount: "20" });
    expect(gateway.of("cart-7")).toEqual(["20", "0"]);
  });

  it("is released if the order is not placed, and can be authorized again", async () => {
    const gateway = new FakeGateway("100");
    const failing = authorize(gateway, () => Promise.reject(new Error("no stock")));
    await expect(failing).rejects.toThrow("no stock");
    expect(gateway.of("cart-7")).toEqual(["0", "0"]);
    await authorize(gateway, async () => undefined);
    expect(gateway.of("cart-7")).toEqual(["20", "0"]);
  });

  it("stops the order when the gateway declines", async () => {
    const declined = authorize(new FakeGateway("10"), async () => undefined);
    await expect(declined).rejects.toMatchObject({ status: 400, message: "The card has not enough money." });
  });

  it("is left to the merchant if the method has no gateway", async () => {
    expect(await authorize(undefined, async () => undefined)).toBeUndefined();
  });
});
