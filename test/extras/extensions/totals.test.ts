import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  createProductsInStock,
  guestWith,
  set,
  shipByFlatRate,
  type Shopper,
} from "../../commerce/checkout/support.js";
import { useApp } from "../../support/app.js";

const depotPath = join(import.meta.dirname, "fixtures/depot/index.mjs");
const { app, admin } = useApp({ PORTICO_EXTENSIONS: depotPath });

beforeAll(() => createProductsInStock(app, { cup: {}, plate: {} }));
beforeEach(() => set(app, { "depot/handling/fee": "1.25" }));

interface Segment {
  readonly code: string;
  readonly title: string;
  readonly value: number;
}
const totalsOf = async ({ client, cart }: Shopper) =>
  (await client.get(`${cart}/totals`)).body as { grand_total: number; total_segments: Segment[] };

async function place(shopper: Shopper): Promise<number> {
  const payment = { paymentMethod: { method: "checkmo" }, email: "ada@example.com" };
  const { body, status, text } = await shopper.client.post(`${shopper.cart}/payment-information`, payment);
  if (status !== 200) throw new Error(text);
  return body as number;
}

/** Returns a guest who has 2 cups at 10 with shipping for 10 and, once the method is chosen, handling. */
async function shopper(): Promise<Shopper> {
  const made = await guestWith(app, ["cup", 2]);
  await shipByFlatRate(made);
  return made;
}

describe("a total that an extension adds", () => {
  it("is a segment before the grand total, which it is part of, and follows its setting", async () => {
    const made = await shopper();
    const { grand_total: grand, total_segments: segments } = await totalsOf(made);
    expect(segments.map(({ code, value }) => [code, value])).toEqual([
      ["subtotal", 20],
      ["shipping", 10],
      ["tax", 0],
      ["depot_handling", 2.5],
      ["grand_total", 32.5],
    ]);
    expect([grand, segments.find(({ code }) => code === "depot_handling")?.title]).toEqual([32.5, "Handling"]);
    await set(app, { "depot/handling/fee": "2" });
    expect((await totalsOf(made)).grand_total).toBe(34);
    await set(app, { "depot/handling/fee": "0" });
    const without = await totalsOf(made);
    expect([without.grand_total, without.total_segments.some(({ code }) => code === "depot_handling")]).toEqual([
      30,
      false,
    ]);
  });

  it("knows the amounts up to its place", async () => {
    await shopper();
    const { depot } = globalThis as { depot?: { seen: [string, object][] } };
    const [, seen] = (depot?.seen ?? []).filter(([kind]) => kind === "handling").at(-1) ?? [];
    expect(seen).toEqual({
      lines: [{ sku: "cup", qty: "2", rowTotal: "20" }],
      shippingMethod: "flatrate_flatrate",
      subtotal: "20",
      tax: "0",
      locale: "en_US",
    });
  });

  it("is on the order, and as a whole in its first invoice and its first credit memo", async () => {
    const id = await place(await shopper());
    const { body: order } = await admin.get(`/V1/orders/${id}`);
    expect(order).toMatchObject({
      grand_total: 32.5,
      extension_attributes: { depot_handling: 2.5, base_depot_handling: 2.5 },
    });
    const items = [{ order_item_id: order.items[0].item_id as number, qty: 1 }];
    const invoiced = async () => {
      const { body } = await admin.post(`/V1/order/${id}/invoice`, { items });
      return (await admin.get(`/V1/invoices/${body}`)).body.grand_total as number;
    };
    // Shipping is in the first invoice, too.
    expect([await invoiced(), await invoiced()]).toEqual([22.5, 10]);
    const { body: paid } = await admin.get(`/V1/orders/${id}`);
    expect([paid.total_invoiced, paid.total_due]).toEqual([32.5, 0]);
    const refunded = async () => {
      const { body } = await admin.post(`/V1/order/${id}/refund`, { items });
      return (await admin.get(`/V1/creditmemo/${body}`)).body.grand_total as number;
    };
    expect([await refunded(), await refunded()]).toEqual([22.5, 10]);
    expect((await admin.get(`/V1/orders/${id}`)).body).toMatchObject({ total_refunded: 32.5, state: "closed" });
  });

  it("is converted to the currency of the cart", async () => {
    await set(app, { "currency/options/allow": "USD,EUR", "currency/options/default": "EUR" });
    await app.db.execute(
      `insert into currency_rate (currency_from, currency_to, rate) values ('USD', 'EUR', 0.5)
       on conflict (currency_from, currency_to) do update set rate = 0.5`,
    );
    try {
      const made = await shopper();
      const { total_segments: segments } = await totalsOf(made);
      expect(segments.find(({ code }) => code === "depot_handling")?.value).toBe(1.25);
      const { body: order } = await admin.get(`/V1/orders/${await place(made)}`);
      expect(order).toMatchObject({ grand_total: 16.25, base_grand_total: 32.5 });
      expect(order.extension_attributes).toMatchObject({ depot_handling: 1.25, base_depot_handling: 2.5 });
    } finally {
      await set(app, { "currency/options/default": "USD" });
    }
  });

  it("stops the call if its amount is not valid, and the shopper can go on once it is", async () => {
    const made = await shopper();
    await set(app, { "depot/handling/fee": "odd" });
    const refused = await made.client.get(`${made.cart}/totals`);
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    await set(app, { "depot/handling/fee": "1" });
    expect((await totalsOf(made)).grand_total).toBe(32);
  });
});
