import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FakeGateway } from "../checkout/fake-gateway.js";
import { answered, refused, set, createProductsInStock } from "../checkout/support.js";
import { useApp } from "../../support/app.js";
import { search } from "../../support/client.js";
import { setGateway, placeOrder } from "./placing.js";
import { unknownEntity } from "./support.js";

const method = "banktransfer";
const { app, admin } = useApp();
let gateway: FakeGateway;
let takeGateway: () => void;

beforeAll(async () => {
  await set(app, { [`payment/${method}/active`]: "1" });
  await createProductsInStock(app, { shirt: {} });
});
beforeEach(() => {
  gateway = new FakeGateway("1000");
  takeGateway = setGateway(method, gateway);
});
afterEach(() => takeGateway());

const post = (path: string, body?: object) => admin.post(path, body);
const read = async (path: string) => (await admin.get(path)).body;
const transactionsOf = async (orderId: number) =>
  (await read(`/V1/transactions?${search([["order_id", String(orderId), "eq"]])}`)).items as readonly {
    readonly transaction_id: number;
    readonly txn_id: string;
    readonly txn_type: string;
    readonly is_closed: number;
  }[];
const steps = async (orderId: number) =>
  (await transactionsOf(orderId)).map(({ txn_type, is_closed }) => [txn_type, is_closed]);

/** Places an order of two shirts for 30 dollars, with 10 of shipping, that the gateway reserves. */
const order = () => placeOrder(app, [["shirt", 2]], { method });
const authorizationOf = async (orderId: number) => (await transactionsOf(orderId))[0]?.txn_id ?? "";
const firstLine = async (orderId: number) => (await read(`/V1/orders/${orderId}`)).items[0].item_id as number;

describe("an order paid through a gateway", () => {
  it("has its authorization and captures as transactions, each with those that follow it", async () => {
    const orderId = await order();
    expect(await steps(orderId)).toEqual([["authorization", 0]]);
    const one = { capture: true, items: [{ order_item_id: await firstLine(orderId), qty: 1 }] };
    const { body: first } = await post(`/V1/order/${orderId}/invoice`, one);
    const id = await authorizationOf(orderId);
    expect(gateway.of(id)).toEqual(["10", "20"]);
    expect(await steps(orderId)).toEqual([
      ["authorization", 0],
      ["capture", 0],
    ]);
    await post(`/V1/order/${orderId}/invoice`, { capture: true });
    expect(gateway.of(id)).toEqual(["0", "30"]);
    expect(await steps(orderId)).toEqual([
      ["authorization", 1],
      ["capture", 0],
      ["capture", 0],
    ]);
    const [authorization, capture] = await transactionsOf(orderId);
    expect(await read(`/V1/transactions/${String(authorization?.transaction_id)}`)).toMatchObject({
      ...{ order_id: orderId, txn_id: id, parent_txn_id: null, additional_information: [] },
      child_transactions: [
        { txn_id: capture?.txn_id, parent_txn_id: id, child_transactions: [] },
        { txn_type: "capture" },
      ],
    });
    expect((await read(`/V1/invoices/${String(first)}`)).transaction_id).toBe(capture?.txn_id);
    const { payment, total_paid } = await read(`/V1/orders/${orderId}`);
    expect([total_paid, payment.base_amount_paid_online, payment.amount_paid]).toEqual([30, 30, 30]);
  });

  it("is not invoiced if the gateway declines or cannot be reached", async () => {
    const orderId = await order();
    const id = await authorizationOf(orderId);
    gateway.failure = new Error("connect ECONNREFUSED");
    const failure = "Could not save an invoice, see error log for details";
    const reason = "The payment failed. Try again or choose another payment method.";
    expect(answered(await post(`/V1/order/${orderId}/invoice`, { capture: true }))).toEqual(
      refused(400, failure, { reason }),
    );
    gateway.failure = undefined;
    expect([gateway.of(id), await steps(orderId)]).toEqual([["30", "0"], [["authorization", 0]]]);
    expect((await read(`/V1/orders/${orderId}`)).state).toBe("new");
  });

  it("gets its captured money back if the invoice is rolled back", async () => {
    const orderId = await order();
    const id = await authorizationOf(orderId);
    await app.db.execute("alter table sales_invoice_item add constraint broken check (qty < 0) not valid");
    const { status } = await post(`/V1/order/${orderId}/invoice`, { capture: true });
    await app.db.execute("alter table sales_invoice_item drop constraint broken");
    expect([status >= 400, gateway.of(id)]).toEqual([true, ["0", "0"]]);
    expect(await steps(orderId)).toEqual([["authorization", 0]]);
  });

  it("voids its authorization when it is canceled", async () => {
    const orderId = await order();
    const id = await authorizationOf(orderId);
    expect((await post(`/V1/orders/${orderId}/cancel`)).body).toBe(true);
    expect(gateway.of(id)).toEqual(["0", "0"]);
    expect(await steps(orderId)).toEqual([
      ["authorization", 1],
      ["void", 1],
    ]);
  });

  it("can be canceled again after a cancellation that was rolled back when the authorization was voided", async () => {
    const orderId = await order();
    await app.db.execute(
      "alter table sales_payment_transaction add constraint broken check (txn_type <> 'void') not valid",
    );
    const { status } = await post(`/V1/orders/${orderId}/cancel`);
    await app.db.execute("alter table sales_payment_transaction drop constraint broken");
    expect([status >= 400, await steps(orderId)]).toEqual([true, [["authorization", 0]]]);
    expect((await post(`/V1/orders/${orderId}/cancel`)).body).toBe(true);
    expect(await steps(orderId)).toEqual([
      ["authorization", 1],
      ["void", 1],
    ]);
  });

  it("pays a stored invoice with a capture, once", async () => {
    const order_id = await order();
    const id = await authorizationOf(order_id);
    const entity = { order_id, state: 1, grand_total: 30, base_grand_total: 30, shipping_amount: 10 };
    const { body: invoice } = await post("/V1/invoices/", { entity });
    expect((await post(`/V1/invoices/${String(invoice.entity_id)}/capture`)).body).toBe(true);
    expect(gateway.of(id)).toEqual(["0", "30"]);
    expect((await read(`/V1/invoices/${String(invoice.entity_id)}`)).state).toBe(2);
    expect(await read(`/V1/orders/${order_id}`)).toMatchObject({ state: "processing", total_paid: 30 });
    const again = await post(`/V1/invoices/${String(invoice.entity_id)}/capture`);
    expect(answered(again)).toEqual(refused(400, "The capture action is not available."));
  });

  it("voids its authorization when an invoice is voided, which cancels an open invoice", async () => {
    const order_id = await order();
    const id = await authorizationOf(order_id);
    const { body: invoice } = await post("/V1/invoices/", { entity: { order_id, state: 1 } });
    expect((await post(`/V1/invoices/${String(invoice.entity_id)}/void`)).body).toBe(true);
    expect([gateway.of(id), (await read(`/V1/invoices/${String(invoice.entity_id)}`)).state]).toEqual([["0", "0"], 3]);
    const again = await post(`/V1/invoices/${String(invoice.entity_id)}/void`);
    expect(answered(again)).toEqual(refused(400, "The void action is not available."));
  });
});

describe("the transactions", () => {
  it("are not found if there are none, and need the permission", async () => {
    expect(answered(await admin.get("/V1/transactions/999999"))).toEqual(unknownEntity);
    expect((await admin.get(`/V1/transactions?${search([["colour", "red", "eq"]])}`)).status).toBe(400);
    expect((await app.asGuest().get("/V1/transactions")).body.parameters).toEqual({
      resources: "Magento_Sales::transactions_fetch",
    });
  });
});
