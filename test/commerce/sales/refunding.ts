import { expect } from "vitest";
import type { TestApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { placeOrder, type PlacedLine } from "./placed-order.js";

const both = (columns: Readonly<Record<string, string>>) => ({
  ...columns,
  ...Object.fromEntries(Object.entries(columns).map(([name, value]) => [`base_${name}`, value])),
});

export const lens = (qty: number): PlacedLine => ({
  sku: "lens",
  qty,
  columns: {
    name: "Lens",
    ...both({ price: "10", row_total: String(10 * qty), row_total_incl_tax: "32.48", tax_amount: "2.48" }),
  },
});

/** Calls that place, invoice, ship and refund orders. */
export function refundCalls(test: () => { readonly app: TestApp; readonly admin: Client }) {
  const post = async (path: string, body: object = {}) => {
    const reply = await test().admin.post(path, body);
    return [reply.status, reply.body] as const;
  };
  const read = async (path: string) => (await test().admin.get(path)).body;
  const orderOf = (id: number) => read(`/V1/orders/${id}`);
  const refund = (id: number, body: object = {}) => post(`/V1/order/${id}/refund`, body);
  const invoice = (id: number, body: object = {}) => post(`/V1/order/${id}/invoice`, body);
  const ship = (id: number, body: object = {}) => post(`/V1/order/${id}/ship`, body);

  /** Places an order, of three lenses by default: 30 and 2.48 of tax, and 5 of shipping. */
  function place(lines: readonly PlacedLine[] = [lens(3)]) {
    const subtotal = lines.reduce((sum, { columns }) => sum + Number(columns?.row_total ?? 0), 0);
    return placeOrder(test().app, lines, {
      ...both({ subtotal: String(subtotal), tax_amount: "2.48", shipping_amount: "5", shipping_incl_tax: "5" }),
      ...both({ grand_total: (subtotal + 7.48).toFixed(2) }),
      ...{ order_currency_code: "USD", base_to_order_rate: "1", global_currency_code: "USD" },
    });
  }

  async function placeInvoiced(lines?: readonly PlacedLine[]) {
    const order = await place(lines);
    const [status, invoiceId] = await invoice(order.id);
    expect(status).toBe(200);
    return { ...order, invoiceId: invoiceId as number, line: order.items[0] ?? 0 };
  }

  /** Units of a product at a source, and the reserved ones. */
  async function stock(sku: string, source = "default") {
    const { models } = test().app.db;
    const [item, reserved] = await Promise.all([
      models.inventorySourceItem.findUnique({
        where: { sku_key_source_code: { sku_key: sku, source_code: source } },
      }),
      models.inventoryReservedQuantity.findUnique({ where: { sku_key_stock_id: { sku_key: sku, stock_id: 1 } } }),
    ]);
    return [Number(item?.quantity ?? 0), Number(reserved?.quantity ?? 0)] as const;
  }

  return { post, read, orderOf, refund, invoice, ship, place, placeInvoiced, stock };
}
