import { beforeAll, describe, expect, it } from "vitest";
import { simple } from "../catalog/support.js";
import { useApp } from "../../support/app.js";
import { waitForBulk } from "../../support/bulk.js";
import type { Reply } from "../../support/client.js";
import { placeOrder } from "./placed-order.js";

const { app, admin } = useApp({ PORTICO_CONSUMER: "on" });

beforeAll(async () => {
  const extension_attributes = { stock_item: { qty: 1000, is_in_stock: true } };
  await admin.post("/V1/products", { product: simple("lens", { extension_attributes }) });
});

const count = 50;
const fifty = (call: () => Promise<Reply>) => Promise.all(Array.from({ length: count }, call));
const succeeded = (replies: readonly Reply[]) => replies.filter(({ status }) => status === 200).length;
const read = async (id: number) => (await admin.get(`/V1/orders/${id}`)).body;
const consecutive = (numbers: readonly { readonly increment_id: string }[]) => {
  const all = numbers.map(({ increment_id: number }) => Number(number)).sort((one, other) => one - other);
  expect(all).toEqual(all.map((_number, at) => (all[0] ?? 0) + at));
};
const select = { increment_id: true } as const;
const lines = (item_id: number, qty: number) => ({ items: [{ order_item_id: item_id, qty }] });
const stock = async () => {
  const { quantity } = await app.db.models.inventorySourceItem.findUniqueOrThrow({
    where: { sku_key_source_code: { sku_key: "lens", source_code: "default" } },
  });
  const reserved = await app.db.models.inventoryReservedQuantity.findUniqueOrThrow({
    where: { sku_key_stock_id: { sku_key: "lens", stock_id: 1 } },
  });
  return [Number(quantity), Number(reserved.quantity)] as const;
};

/** Places an order of lenses of 10 dollars each, with 5 dollars of shipping. */
async function place(qty: number) {
  const total = String(10 * qty);
  const grand = String(10 * qty + 5);
  const amounts = { subtotal: total, base_subtotal: total, grand_total: grand, base_grand_total: grand };
  const columns = { price: "10", row_total: total, base_row_total: total };
  const shipping = { shipping_amount: "5", base_shipping_amount: "5" };
  const order = await placeOrder(app, [{ sku: "lens", qty, columns }], { ...amounts, ...shipping });
  return { id: order.id, line: order.items[0] ?? 0 };
}

describe("50 concurrent shipments of one order", () => {
  it("ship no more units than were ordered, and their numbers have no gaps", async () => {
    const { id, line } = await place(30);
    const [quantity, reserved] = await stock();
    const replies = await fifty(() => admin.post(`/V1/order/${id}/ship`, lines(line, 1)));
    expect(succeeded(replies)).toBe(30);
    expect((await read(id)).items).toMatchObject([{ qty_shipped: 30 }]);
    expect(await stock()).toEqual([quantity - 30, reserved + 30]);
    const shipments = await app.db.models.salesShipment.findMany({ where: { order_id: id }, select });
    expect(shipments).toHaveLength(30);
    consecutive(shipments);
  });
});

describe("50 concurrent refunds of one order", () => {
  it("refund no more units and money than were paid, and their numbers have no gaps", async () => {
    const { id, line } = await place(30);
    await admin.post(`/V1/order/${id}/invoice`, {});
    const replies = await fifty(() => admin.post(`/V1/order/${id}/refund`, lines(line, 1)));
    expect(succeeded(replies)).toBe(30);
    const order = await read(id);
    expect(order).toMatchObject({ total_refunded: 305, total_paid: 305, shipping_refunded: 5, state: "closed" });
    expect(order.items).toMatchObject([{ qty_refunded: 30, amount_refunded: 300 }]);
    consecutive(await app.db.models.salesCreditmemo.findMany({ where: { order_id: id }, select }));
  });

  it("refund no more than an invoice has, whichever route they use", async () => {
    const { id, line } = await place(10);
    const { body: invoiceId } = await admin.post(`/V1/order/${id}/invoice`, {});
    const creditmemo = { order_id: id, grand_total: 10, base_grand_total: 10, ...lines(line, 1) };
    const refunds = [
      () => admin.post(`/V1/order/${id}/refund`, lines(line, 1)),
      () => admin.post(`/V1/invoice/${String(invoiceId)}/refund`, lines(line, 1)),
      () => admin.post("/V1/creditmemo/refund", { creditmemo, offlineRequested: true }),
    ];
    let at = 0;
    await fifty(() => (refunds[(at += 1) % refunds.length] ?? refunds[0])?.() as Promise<Reply>);
    const order = await read(id);
    expect(order.items[0].qty_refunded).toBeLessThanOrEqual(10);
    expect(order.total_refunded).toBeLessThanOrEqual(105);
    const memos = await app.db.models.salesCreditmemo.findMany({ where: { order_id: id } });
    const sum = memos.reduce((total, { grand_total }) => total + Number(grand_total), 0);
    expect(sum).toBeCloseTo(order.total_refunded, 4);
  });
});

describe("concurrent invoices, shipments, refunds and a cancellation of one order", () => {
  it("leave documents that match the lines and the stock of the order", async () => {
    const before = await stock();
    const { id, line } = await place(12);
    await Promise.all(
      Array.from({ length: 24 }, (_, at) => {
        const document = ["invoice", "ship", "refund"][at % 3] ?? "ship";
        if (at === 20) return admin.post(`/V1/orders/${id}/cancel`, {});
        return admin.post(`/V1/order/${id}/${document}`, lines(line, 1));
      }),
    );
    const [row] = await app.db.models.salesOrderItem.findMany({ where: { order_id: id } });
    const { qty_invoiced = 0, qty_shipped = 0, qty_refunded = 0, qty_canceled = 0 } = row ?? {};
    const [invoiced, shipped, refunded, canceled] = [qty_invoiced, qty_shipped, qty_refunded, qty_canceled].map(Number);
    expect((invoiced ?? 0) + (canceled ?? 0)).toBeLessThanOrEqual(12);
    expect((shipped ?? 0) + (canceled ?? 0)).toBeLessThanOrEqual(12);
    expect(refunded ?? 0).toBeLessThanOrEqual(invoiced ?? 0);
    const order = await read(id);
    expect(order.total_refunded ?? 0).toBeLessThanOrEqual(order.total_paid ?? 0);
    const [quantity, reserved] = await stock();
    // What neither left the source nor is reserved any more was canceled, or is not shipped because shipped units were
    // refunded.
    const kept = 12 - (canceled ?? 0);
    const unneeded = Math.min(refunded ?? 0, Math.max((shipped ?? 0) + (refunded ?? 0) - (invoiced ?? 0), 0));
    const used = before[0] - quantity + (before[1] - reserved);
    expect(used).toBeLessThanOrEqual(kept);
    expect(used).toBeGreaterThanOrEqual(kept - unneeded);
  });
});

describe("a bulk of shipments", () => {
  it("ships several orders, each once, and reports those that cannot be shipped", async () => {
    const orders = await Promise.all(Array.from({ length: 20 }, () => place(2)));
    const bodies = orders.map(({ id, line }, at) =>
      at % 2 === 0
        ? {
            orderId: id,
            items: [{ order_item_id: line, qty: 1 }],
            tracks: [{ track_number: `T${at}`, carrier_code: "ups" }],
          }
        : { order_id: id, append_comment: true, comment: { comment: "Packed", isVisibleOnFront: 1 } },
    );
    const bad = [{ orderId: 999999 }, { orderId: orders[1]?.id }];
    const reply = await admin.post("/async/bulk/V1/order/byOrderId/ship", [...bodies, ...bad]);
    const { operations_list: operations } = await waitForBulk(admin, reply, 60);
    expect(operations.map(({ status }) => status)).toEqual([...bodies.map(() => 1), 3, 3]);
    expect(operations.at(-1)?.result_message).toContain("The order does not allow a shipment to be created.");
    const shipped = await Promise.all(orders.map(async ({ id }) => (await read(id)).items[0].qty_shipped as number));
    expect(shipped).toEqual(orders.map((_, at) => (at % 2 === 0 ? 1 : 2)));
    const ids = { order_id: { in: orders.map(({ id }) => id) } };
    const shipments = await app.db.models.salesShipment.findMany({
      where: ids,
      include: { tracks: true, comments: true },
    });
    expect([shipments.length, shipments.flatMap(({ tracks }) => tracks).length]).toEqual([20, 10]);
    expect(shipments.flatMap(({ comments }) => comments)[0]).toMatchObject({
      comment: "Packed",
      is_visible_on_front: 1,
    });
    const refused = await admin.post("/async/bulk/V1/order/byOrderId/ship", [
      { orderId: orders[0]?.id, entity: { items: [] } },
    ]);
    expect(refused.status).toBe(400);
  });
});
