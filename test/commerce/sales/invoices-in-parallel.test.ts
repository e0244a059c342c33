import { describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import { importOrder } from "./support.js";

const { app, admin } = useApp();

const invoice = (orderId: number, body: object = {}) => admin.post(`/V1/order/${orderId}/invoice`, body);
const line = { name: "Lens", price: 10, product_type: "simple" };

/** The numbers of all invoices, in their order. */
async function numbers(): Promise<number[]> {
  const invoices = await app.db.models.salesInvoice.findMany({ select: { increment_id: true } });
  return invoices.map(({ increment_id: number }) => Number(number)).sort((one, other) => one - other);
}

describe("many concurrent invoices of one order", () => {
  it("never have more units than were ordered, nor more money than is due, and their numbers have no gaps", async () => {
    const items = [{ ...line, sku: "lens", qty_ordered: 30, row_total: 300, tax_amount: 10 }];
    const totals = { subtotal: 300, tax_amount: 10, shipping_amount: 5, grand_total: 315 };
    const order = await importOrder(admin, { ...totals, items });
    const one = { items: [{ order_item_id: order.items[0].item_id, qty: 1 }] };
    const answers = await Promise.all(Array.from({ length: 50 }, () => invoice(order.entity_id, one)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(30);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(20);
    const { body } = await admin.get(`/V1/orders/${String(order.entity_id)}`);
    expect(body).toMatchObject({
      total_paid: 315,
      total_invoiced: 315,
      tax_invoiced: 10,
      items: [{ qty_invoiced: 30 }],
    });
    const all = await numbers();
    expect(all).toEqual(Array.from({ length: 30 }, (_, at) => (all[0] ?? 0) + at));
  });

  it("have different numbers without gaps for several orders, some of which cannot be invoiced", async () => {
    const orders = await Promise.all(Array.from({ length: 12 }, () => importOrder(admin)));
    const before = (await numbers()).at(-1) ?? 0;
    const held = orders.slice(0, 4);
    for (const { entity_id } of held) await admin.post(`/V1/orders/${String(entity_id)}/hold`);
    const answers = await Promise.all(orders.map(({ entity_id }) => invoice(entity_id)));
    expect(answers.map(({ status }) => status)).toEqual(orders.map((order) => (held.includes(order) ? 400 : 200)));
    expect((await numbers()).filter((number) => number > before)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((at) => before + at),
    );
  });
});

describe("the number of statements of an invoice", () => {
  it("is the same for one line and for forty", async () => {
    const counts = [];
    for (const lines of [1, 1, 40]) {
      const items = Array.from({ length: lines }, (_, at) => ({
        ...line,
        sku: `lens-${at}`,
        qty_ordered: 2,
        row_total: 20,
      }));
      const { entity_id } = await importOrder(admin, { items });
      const statements = await app.statementsOf(async () => expect((await invoice(entity_id)).status).toBe(200));
      counts.push(statements.length);
    }
    expect(counts).toEqual([11, 11, 11]);
  });
});
