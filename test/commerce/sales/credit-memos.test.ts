import { beforeAll, describe, expect, it } from "vitest";
import { FakeGateway } from "../checkout/fake-gateway.js";
import { set, createProductsInStock } from "../checkout/support.js";
import { useApp } from "../../support/app.js";
import { search } from "../../support/client.js";
import { placeOrder, type PlacedLine } from "./placed-order.js";
import { setGateway, placeOrder as placeCart } from "./placing.js";
import { lens, refundCalls } from "./refunding.js";
import { unknownEntity } from "./support.js";

const { app, admin } = useApp();
const { post, read, orderOf, refund, invoice, ship, place, placeInvoiced, stock } = refundCalls(() => ({ app, admin }));

beforeAll(async () => {
  await createProductsInStock(app, { lens: {}, "shirt-red": {} });
});

const memoOf = (id: unknown) => read(`/V1/creditmemo/${String(id)}`);
const heading = "Creditmemo Document Validation Error(s):";
const badRequest = (...messages: string[]) => [400, { message: [heading, ...messages].join("\n") }];

describe("refunding an order", () => {
  it("refunds all that was invoiced, and closes it", async () => {
    const { id, line } = await placeInvoiced();
    const [status, memoId] = await refund(id, {
      notify: true,
      appendComment: true,
      comment: { comment: "Broken", is_visible_on_front: 1 },
    });
    expect([status, typeof memoId]).toEqual([200, "string"]);
    const memo = await memoOf(memoId);
    expect(memo).toMatchObject({
      ...{ order_id: id, increment_id: "000000001", state: 2, order_currency_code: "USD" },
      ...{ subtotal: 30, tax_amount: 2.48, shipping_amount: 5, grand_total: 37.48, base_grand_total: 37.48 },
      ...{ adjustment: 0, discount_amount: 0 },
      items: [{ order_item_id: line, sku: "lens", qty: 3, row_total: 30, tax_amount: 2.48, price: 10 }],
      comments: [{ comment: "Broken", is_customer_notified: 1, is_visible_on_front: 1 }],
    });
    expect(memo.invoice_id).toBeUndefined();
    expect(await orderOf(id)).toMatchObject({
      ...{ state: "closed", status: "closed", total_refunded: 37.48, total_offline_refunded: 37.48 },
      ...{ subtotal_refunded: 30, tax_refunded: 2.48, shipping_refunded: 5 },
      items: [{ qty_refunded: 3, amount_refunded: 30, tax_refunded: 2.48 }],
      payment: { amount_refunded: 37.48, shipping_refunded: 5 },
      status_histories: [{ comment: "We refunded $37.48 offline.", is_customer_notified: 1, status: "closed" }],
    });
    expect(await refund(id)).toEqual(
      badRequest("A creditmemo can not be created when an order has a status of closed"),
    );
  });

  it("refunds units, shipping and adjustments, and leaves the order processing", async () => {
    const { id, line } = await placeInvoiced();
    const one = [{ order_item_id: line, qty: 1 }];
    const [, first] = await refund(id, { items: one });
    const [, second] = await refund(id, { items: one, arguments: { shipping_amount: 0, adjustment_negative: 2 } });
    expect([(await memoOf(first)).grand_total, (await memoOf(second)).grand_total]).toEqual([15.83, 8.83]);
    expect(await orderOf(id)).toMatchObject({ state: "processing", total_refunded: 24.66, adjustment_negative: 2 });
    const [, adjusted] = await refund(id, {
      items: [{ orderItemId: line, qty: 0 }],
      arguments: { adjustmentPositive: 1.5, shippingAmount: 0 },
    });
    expect(await memoOf(adjusted)).toMatchObject({ grand_total: 1.5, adjustment: 1.5, items: [] });
  });

  it("completes an order whose unshipped rest is refunded, or that is shipped", async () => {
    const shipped = await placeInvoiced();
    await ship(shipped.id);
    await refund(shipped.id, { items: [{ order_item_id: shipped.line, qty: 1 }] });
    expect(await orderOf(shipped.id)).toMatchObject({ state: "complete", status: "complete" });
    const partly = await placeInvoiced();
    await ship(partly.id, { items: [{ order_item_id: partly.line, qty: 2 }] });
    await refund(partly.id, { items: [{ order_item_id: partly.line, qty: 1 }] });
    expect(await orderOf(partly.id)).toMatchObject({ state: "complete" });
  });

  it("is rejected for more units or shipping than are left, without other reasons", async () => {
    const { id, line } = await placeInvoiced();
    const units = (qty: number) => ({ items: [{ order_item_id: line, qty }] });
    const tooMany = [
      400,
      { message: 'We found an invalid quantity to refund item "%1".', parameters: ["Lens"] },
    ] as const;
    expect(await refund(id, units(4))).toEqual(tooMany);
    expect(await refund(id, units(-1))).toEqual(tooMany);
    expect((await refund(id, { items: [{ order_item_id: line, qty: "1e200" }] }))[0]).toBe(400);
    expect((await refund(id, { arguments: { adjustment_positive: "1e200" } }))[0]).toBe(400);
    expect((await invoice(id, { items: [{ order_item_id: line, qty: "1e200" }] }))[0]).toBe(400);
    expect((await ship(id, { items: [{ order_item_id: line, qty: "1e200" }] }))[0]).toBe(400);
    await refund(id, units(1));
    expect(await refund(id, { ...units(1), arguments: { shipping_amount: 5 } })).toEqual([
      400,
      { message: "Maximum shipping amount allowed to refund is: %1", parameters: ["$0.00"] },
    ]);
    expect((await refund(id, { ...units(1), arguments: { adjustment_negative: -5 } }))[0]).toBe(400);
    expect(await refund(999999)).toEqual(unknownEntity);
  });

  it("lists all other reasons together", async () => {
    const variation: PlacedLine = { sku: "shirt-red", qty: 2 };
    const shirt: PlacedLine = { sku: "shirt", qty: 2, columns: { product_type: "configurable" }, parts: [variation] };
    const { id, items } = await placeInvoiced([lens(3), shirt]);
    expect(
      await refund(id, {
        items: [
          { order_item_id: items[0], qty: 0.5 },
          { order_item_id: items[2], qty: 1 },
          { order_item_id: 999999, qty: 1 },
        ],
        arguments: { adjustment_positive: 100, extension_attributes: { return_to_stock_items: [items[1]] } },
      }),
    ).toEqual(
      badRequest(
        'We found an invalid quantity to refund item "lens".',
        "The most money available to refund is 37.48.",
        "The creditmemo contains incorrect product items.",
        "The creditmemo contains product item that is not part of the original order.",
      ),
    );
    const foreign = { arguments: { extension_attributes: { return_to_stock_items: [999999] } } };
    expect(await refund(id, foreign)).toEqual(
      badRequest("The return to stock argument contains product item that is not part of the original order."),
    );
    expect(await refund(id, { arguments: { adjustment_negative: 50 } })).toEqual(
      badRequest("The credit memo's total must be positive."),
    );
    const unpaid = await place();
    expect(await refund(unpaid.id)).toEqual(badRequest("The most money available to refund is 0."));
    expect((await refund(unpaid.id, { entity: { items: [] } }))[0]).toBe(400);
  });

  it("needs the permission for credit memos of orders", async () => {
    const viewer = await app.asAdmin(["Magento_Sales::sales_creditmemo"]);
    expect((await viewer.post("/V1/order/1/refund", {})).status).toBe(401);
  });
});

describe("refunding an invoice", () => {
  const refundInvoice = (id: number, body: object = {}) => post(`/V1/invoice/${id}/refund`, body);
  const wrong = badRequest("We can't create creditmemo for the invoice.");

  it("refunds only what is left of it, not of other invoices", async () => {
    const { id, items } = await place();
    const line = { order_item_id: items[0], qty: 1 };
    const [, first] = await invoice(id, { items: [line] });
    const [, second] = await invoice(id);
    expect(await refundInvoice(Number(second), { items: [{ ...line, qty: 9 }] })).toEqual(
      badRequest("The quantity to refund must not be greater than the unrefunded quantity."),
    );
    const [status, memoId] = await refundInvoice(Number(second), { items: [{ ...line, qty: 3 }] });
    expect([status, await memoOf(memoId)]).toMatchObject([200, { invoice_id: Number(second), grand_total: 21.65 }]);
    const [, rest] = await refundInvoice(Number(first));
    expect(await memoOf(rest)).toMatchObject({ grand_total: 15.83, items: [{ qty: 1 }] });
    expect(await read(`/V1/invoices/${String(first)}`)).toMatchObject({
      ...{ base_total_refunded: 15.83, is_used_for_refund: 1 },
    });
    expect(await orderOf(id)).toMatchObject({ state: "closed", total_refunded: 37.48 });
  });

  it("is rejected if it is not paid or is fully refunded, or if its payment method has no gateway", async () => {
    const { id, invoiceId, line } = await placeInvoiced();
    expect(await refundInvoice(invoiceId, { isOnline: true })).toEqual(wrong);
    await refundInvoice(invoiceId, { items: [{ order_item_id: line, qty: 3 }], arguments: { shipping_amount: 5 } });
    const again = await placeInvoiced();
    const { body: open } = await admin.post("/V1/invoices/", { entity: { order_id: again.id, state: 1, items: [] } });
    expect((await refundInvoice(open.entity_id, { arguments: { shipping_amount: 1 } }))[1]).toEqual(wrong[1]);
    expect(await refundInvoice(999999)).toEqual(unknownEntity);
    expect((await app.asAdmin(["Magento_Sales::creditmemo"])).post).toBeDefined();
    const other = await app.asAdmin(["Magento_Sales::creditmemo"]);
    expect((await other.post(`/V1/invoice/${invoiceId}/refund`, {})).status).toBe(401);
    expect((await refundInvoice(invoiceId))[1].message).toContain("We can't create creditmemo for the invoice.");
    expect(await orderOf(id)).toMatchObject({ state: "closed" });
  });

  it("refunds through the gateway that captured the money, once", async () => {
    const gateway = new FakeGateway("1000");
    await set(app, { "payment/banktransfer/active": "1" });
    await createProductsInStock(app, { shirt: {} });
    const takeGateway = setGateway("banktransfer", gateway);
    try {
      const id = await placeCart(app, [["shirt", 2]], { method: "banktransfer" });
      const [, invoiceId] = await invoice(id, { capture: true });
      const order = await orderOf(id);
      const line = { order_item_id: order.items[0].item_id, qty: 1 };
      const only = { items: [line], arguments: { shipping_amount: 0 } };
      const [, memoId] = await refundInvoice(invoiceId as number, { ...only, isOnline: true });
      const memo = await memoOf(memoId);
      expect(memo).toMatchObject({ grand_total: 10, transaction_id: expect.any(String) as string });
      const { items: steps } = await read(`/V1/transactions?${search([["order_id", String(id)]])}`);
      expect(steps.at(-1)).toMatchObject({ txn_type: "refund", txn_id: memo.transaction_id, is_closed: 1 });
      const after = await orderOf(id);
      expect(after).toMatchObject({ total_online_refunded: 10, payment: { base_amount_refunded_online: 10 } });
      expect(after.status_histories[0].comment).toBe(
        `We refunded $10.00 online. Transaction ID: "${String(memo.transaction_id)}"`,
      );
      gateway.failure = new Error("connect ECONNREFUSED");
      const [status, body] = await refundInvoice(invoiceId as number, { ...only, isOnline: true });
      expect([status, body]).toMatchObject([
        400,
        {
          message: "Could not save a Creditmemo, see error log for details",
          parameters: { reason: "The payment failed. Try again or choose another payment method." },
        },
      ]);
      expect(await orderOf(id)).toMatchObject({ total_online_refunded: 10, total_refunded: 10 });
      const [offline] = await refundInvoice(invoiceId as number, only);
      expect([offline, (await orderOf(id)).total_offline_refunded]).toEqual([200, 10]);
    } finally {
      takeGateway();
    }
  });
});

describe("a credit memo", () => {
  it("refunds its amounts as sent", async () => {
    const { id, line } = await placeInvoiced();
    const creditmemo = {
      ...{ order_id: id, base_grand_total: 20, grand_total: 20, subtotal: 20, base_subtotal: 20 },
      items: [{ order_item_id: line, qty: 2, base_cost: 0, base_price: 10, row_total: 20, base_row_total: 20 }],
      comments: [{ comment: "As agreed", is_visible_on_front: 0, is_customer_notified: 0 }],
    };
    const [status, memo] = await post("/V1/creditmemo/refund", { creditmemo, offlineRequested: true });
    expect([status, memo]).toMatchObject([200, { ...creditmemo, state: 2 }]);
    expect(await orderOf(id)).toMatchObject({
      ...{ state: "processing", total_refunded: 20, total_offline_refunded: 20 },
      items: [{ qty_refunded: 2, amount_refunded: 20 }],
    });
    expect(await post("/V1/creditmemo/refund", { creditmemo: { ...creditmemo, entity_id: memo.entity_id } })).toEqual([
      400,
      { message: "We cannot register an existing credit memo." },
    ]);
    expect(await post("/V1/creditmemo/refund", { creditmemo })).toEqual([
      400,
      { message: 'We found an invalid quantity to refund item "Lens".' },
    ]);
    const more = { ...creditmemo, items: [{ ...creditmemo.items[0], qty: 1 }] };
    expect(await post("/V1/creditmemo/refund", { creditmemo: more })).toEqual([
      400,
      { message: "The most money available to refund is %1.", parameters: ["$17.48"] },
    ]);
    const all = { ...more, grand_total: 17.48, base_grand_total: 17.48 };
    expect((await post("/V1/creditmemo/refund", { creditmemo: all }))[0]).toBe(200);
    const closed = await orderOf(id);
    expect(closed).toMatchObject({ state: "closed", total_refunded: 37.48, total_online_refunded: 17.48 });
    expect(closed.payment).not.toHaveProperty("base_amount_refunded_online");
    expect(await post("/V1/creditmemo/refund", { creditmemo: { ...creditmemo, order_id: 999999 } })).toEqual(
      unknownEntity,
    );
    expect((await app.asGuest().post("/V1/creditmemo/refund", { creditmemo })).status).toBe(401);
  });

  it("can be stored, which changes neither order nor stock", async () => {
    const { id, line } = await placeInvoiced();
    const before = await stock("lens");
    const entity = { order_id: id, grand_total: 12, items: [{ order_item_id: line, qty: 1, row_total: 12 }] };
    const [status, memo] = await post("/V1/creditmemo", { entity });
    expect([status, memo]).toMatchObject([
      200,
      { ...entity, increment_id: expect.stringMatching(/^0+\d+$/) as string },
    ]);
    const [, changed] = await post("/V1/creditmemo", { entity: { entity_id: memo.entity_id, creditmemo_status: 3 } });
    expect(changed).toMatchObject({ ...entity, creditmemo_status: 3 });
    expect((await orderOf(id)).total_refunded).toBeUndefined();
    expect(await stock("lens")).toEqual(before);
    const failure = [400, { message: "The credit memo couldn't be saved." }];
    expect(await post("/V1/creditmemo", { entity: { order_id: id } })).toMatchObject([200, { items: [] }]);
    expect(await post("/V1/creditmemo", { entity: { ...entity, items: [{ order_item_id: 999999, qty: 1 }] } })).toEqual(
      failure,
    );
    expect(await post("/V1/creditmemo", { entity: { ...entity, order_id: 999999 } })).toEqual([400, unknownEntity[1]]);
    expect(await post("/V1/creditmemo", { entity: { entity_id: 999999 } })).toEqual(unknownEntity);
  });

  it("cannot be canceled", async () => {
    const { status, body } = await admin.put("/V1/creditmemo/1", {});
    expect([status, body]).toEqual([400, { message: "You can not cancel Credit Memo" }]);
  });

  it("is found by its fields and has comments", async () => {
    const { id } = await placeInvoiced();
    const [, memoId] = await refund(id);
    const found = await read(`/V1/creditmemos?${search([["order_id", String(id)]])}`);
    expect(found).toMatchObject({ total_count: 1, items: [{ entity_id: Number(memoId), grand_total: 37.48 }] });
    expect((await admin.get(`/V1/creditmemos?${search([["nothing", "1"]])}`)).status).toBe(400);
    const comments = `/V1/creditmemo/${String(memoId)}/comments`;
    const comment = { comment: "Paid", is_customer_notified: 0, is_visible_on_front: 1 };
    expect(await post(comments, { entity: comment })).toMatchObject([200, { ...comment, parent_id: Number(memoId) }]);
    expect(await read(comments)).toMatchObject({ total_count: 1, items: [comment] });
    expect(await post(comments, { entity: { ...comment, parent_id: 999999 } })).toEqual([
      400,
      { message: "Could not save the creditmemo comment." },
    ]);
    const unknown = await admin.get("/V1/creditmemo/999999");
    expect([unknown.status, unknown.body]).toEqual(unknownEntity);
    expect((await app.asGuest().get(comments)).status).toBe(401);
  });
});

describe("the number of statements of a shipment and of a refund", () => {
  it("is the same for one line and for forty", async () => {
    const counts: number[][] = [];
    for (const size of [1, 1, 40]) {
      const columns = { price: "10", row_total: "10", base_row_total: "10", qty_invoiced: "1", row_invoiced: "10" };
      const items = Array.from({ length: size }, () => ({ sku: "lens", qty: 1, columns }));
      const paid = String(10 * size);
      const { id } = await placeOrder(app, items, { state: "processing", total_paid: paid, grand_total: paid });
      const statements = async (document: string) =>
        (
          await app.statementsOf(async () =>
            expect((await admin.post(`/V1/order/${id}/${document}`, {})).status).toBe(200),
          )
        ).length;
      counts.push([await statements("ship"), await statements("refund")]);
    }
    expect(counts[2]).toEqual(counts[1]);
    expect(counts[1]?.every((statements) => statements < 35)).toBe(true);
  });
});
