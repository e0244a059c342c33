import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { address, createProductsInStock, guestWith, set, type Shopper } from "../../commerce/checkout/support.js";
import { shipByFlatRate } from "../../commerce/checkout/support.js";
import { useApp } from "../../support/app.js";
import { FakeProvider } from "./fake-provider.js";

const path = join(import.meta.dirname, "fixtures/psp/index.mjs");
const { app, admin } = useApp({ PORTICO_EXTENSIONS: path, PORTICO_GUEST_BODY_LIMIT: "20000" });

let provider: FakeProvider;
beforeAll(async () => {
  provider = await FakeProvider.start();
  process.env["PSP_URL"] = provider.url;
  await createProductsInStock(app, { cup: {}, vase: { price: 200 } });
  await set(app, { "payment/card/active": "1", "psp/webhooks/secret": provider.secret });
});
afterAll(async () => {
  delete process.env["PSP_URL"];
  await provider[Symbol.asyncDispose]();
});
beforeEach(() => {
  provider.behaviour = "answers";
  provider.calls.length = 0;
});

async function place(shopper: Shopper) {
  await shipByFlatRate(shopper);
  const { client, cart } = shopper;
  const payment = { email: "ada@example.com", billingAddress: address, paymentMethod: { method: "card" } };
  return client.post(`${cart}/payment-information`, payment);
}
/** Places an order for a number of cups, at 10 dollars each with 5 dollars of shipping for each. */
async function order(cups: number): Promise<number> {
  const { body, status, text } = await place(await guestWith(app, ["cup", cups]));
  if (status !== 200) throw new Error(text);
  return body as number;
}
const authorization = () => {
  const call = provider.calls.find(({ step }) => step === "authorize");
  if (!call) throw new Error("nothing was authorized");
  return call;
};
const notify = (event: object, signature?: string) => provider.notify(`${app.url}/rest/V1/`, event, signature);
const commentsOf = async (id: number) =>
  (await admin.get(`/V1/orders/${id}/comments`)).body.items.map(
    ({ comment }: { comment: string }) => comment,
  ) as string[];

describe("a payment provider of an extension", () => {
  it("reads settings of the store view of the order in each step", async () => {
    await set(app, { "psp/account/name": "main", "payment/card/title": "Card" });
    const own = { scope: "stores", scope_code: "default" };
    await admin.put("/V1/store/settings", { settings: [{ path: "psp/account/name", value: "branch", ...own }] });
    const id = await order(1);
    const { body: invoice } = await admin.post(`/V1/order/${id}/invoice`, { capture: true });
    await admin.post(`/V1/invoice/${invoice}/refund`, { isOnline: true });
    expect(provider.calls.map(({ step, account }) => [step, account])).toEqual([
      ["authorize", "branch Card en_US"],
      ["capture", "branch Card en_US"],
      ["refund", "branch Card en_US"],
    ]);
  });

  it("captures a part of an order and refunds a part of that", async () => {
    const id = await order(2);
    const { payment } = authorization();
    const { body: whole } = await admin.get(`/V1/orders/${id}`);
    const items = [{ order_item_id: whole.items[0].item_id as number, qty: 1 }];
    const { body: invoice } = await admin.post(`/V1/order/${id}/invoice`, { capture: true, items });
    const captured = provider.gateway.of(payment.reference);
    expect([Number(captured[0]) > 0, Number(captured[1]) > 0]).toEqual([true, true]);
    expect(Number(captured[0]) + Number(captured[1])).toBe(whole.grand_total);
    await admin.post(`/V1/invoice/${invoice}/refund`, { isOnline: true, items, arguments: { shipping_amount: 0 } });
    const refunded = provider.gateway.of(payment.reference);
    expect(Number(captured[1]) - Number(refunded[1])).toBe(10);
    const { body: found } = await admin.get(
      `/V1/transactions?searchCriteria[filter_groups][0][filters][0][field]=order_id&searchCriteria[filter_groups][0][filters][0][value]=${id}`,
    );
    expect(found.items.map(({ txn_type }: { txn_type: string }) => txn_type)).toEqual([
      "authorization",
      "capture",
      "refund",
    ]);
  });

  it("places no order that the provider declines, or while it is down", async () => {
    const shopper = await guestWith(app, ["vase", 1]);
    expect((await place(shopper)).body).toMatchObject({ message: "The card has not enough money." });
    provider.behaviour = "fails";
    expect((await place(shopper)).body).toMatchObject({ message: expect.stringContaining("The payment failed") });
    expect((await admin.get(`/V1/orders?searchCriteria[pageSize]=1`)).body.items).toHaveLength(1);
  });

  it("has the money released that it reserved for a call that gave up waiting", async () => {
    provider.behaviour = "moves the money and hangs";
    const shopper = await guestWith(app, ["cup", 1]);
    expect((await place(shopper)).body).toMatchObject({ message: expect.stringContaining("The payment failed") });
    const { payment, transaction } = authorization();
    expect(provider.gateway.of(payment.reference)).toEqual([payment.amount, "0"]);
    const event = { id: "evt-lost", type: "authorized", transaction, ...payment };
    expect((await notify(event)).status).toBe(200);
    expect(provider.gateway.of(payment.reference)).toEqual(["0", "0"]);
  });

  it("keeps the money of an order, even if its message arrives before the order is written", async () => {
    const placing = order(1);
    const { payment, transaction } = await vi.waitFor(authorization, 15_000);
    const answer = await notify({ id: "evt-early", type: "authorized", transaction, ...payment });
    const id = await placing;
    expect(answer.status).toBe(200);
    expect(provider.gateway.of(payment.reference)).toEqual([payment.amount, "0"]);
    expect((await admin.get(`/V1/orders/${id}`)).status).toBe(200);
  });
});

describe("a notification", () => {
  it("has its effect once, however often and however fast it is sent", async () => {
    const id = await order(1);
    const event = { id: "evt-dispute", type: "disputed", order: id };
    const answers = await Promise.all([notify(event), notify(event), notify(event)]);
    answers.push(await notify(event));
    expect(await Promise.all(answers.map(async (answer) => [answer.status, await answer.json()]))).toEqual(
      Array.from({ length: 4 }, () => [200, true]),
    );
    expect(await commentsOf(id)).toEqual(["The payment is disputed."]);
  });

  it("is refused without a valid signature of its bytes", async () => {
    const id = await order(1);
    const event = { id: "evt-forged", type: "disputed", order: id };
    const answer = await notify(event, "00".repeat(32));
    expect([answer.status, await answer.json()]).toEqual([
      401,
      { message: "The signature of the message is not valid." },
    ]);
    expect(await commentsOf(id)).toEqual([]);
  });

  it("is asked for again if its handler throws or never answers, and leaves no trace", async () => {
    for (const type of ["broken", "hanging"]) {
      const answer = await notify({ id: `evt-${type}`, type });
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "30"]);
    }
    const rows = await app.db.query("select id from extension_notification where id in ('evt-broken', 'evt-hanging')");
    expect(rows).toEqual([]);
    const health = (await (await fetch(`${app.url}/health/ready`)).json()) as { checks: { extensions?: object } };
    expect(health.checks.extensions).toMatchObject({
      failures: { "notification payments of psp 2.0.0": expect.any(Number) as number },
    });
  });

  it("answers an error that the handler throws for the sender", async () => {
    const answer = await notify({ id: "evt-unknown", type: "disputed", order: 999_999 });
    expect(answer.status).toBe(404);
  });

  it("is refused above the limit of bodies, before its signature is checked", async () => {
    const answer = await notify({ id: "evt-long", type: "disputed", padding: "x".repeat(30_000) });
    expect(answer.status).toBe(413);
  });

  it("is described in OpenAPI for everyone, without a token", async () => {
    const { body } = await app.asGuest().get("/schema?services=all");
    expect(body.paths["/V1/psp/payments"]).toEqual({
      post: expect.objectContaining({
        operationId: "PostV1PspPayments",
        summary: "Receives the events of the payment provider.",
        security: [{}],
      }),
    });
    expect((await app.asGuest().get("/schema?services=all&format=swagger2")).status).toBe(200);
  });
});
