import { beforeAll, expect, it } from "vitest";
import { createProductsInStock } from "../checkout/support.js";
import { useApp } from "../../support/app.js";
import type { PlacedLine } from "./placed-order.js";
import { refundCalls } from "./refunding.js";

const { app, admin } = useApp();
const { invoice, orderOf, place, read, ship, stock } = refundCalls(() => ({ app, admin }));

beforeAll(async () => {
  await createProductsInStock(app, { lens: {}, strap: {} });
});

/** Two bundles whose price depends on their parts: four lenses and two straps, shipped together. */
const kits: PlacedLine = {
  sku: "kit",
  qty: 2,
  columns: { product_option: { product_calculations: 0, shipment_type: 0 } },
  parts: [
    { sku: "lens", qty: 4, columns: { row_total: "40", base_row_total: "40", price: "10" } },
    { sku: "strap", qty: 2, columns: { row_total: "6", base_row_total: "6", price: "3" } },
  ],
};

it("cancels the unpaid units of a dynamic bundle, and keeps the paid bundle reserved until it is shipped", async () => {
  const before = await stock("lens");
  const { id, items } = await place([kits]);
  const [, invoiceId] = await invoice(id, { items: [{ order_item_id: items[0], qty: 1 }] });
  expect(await read(`/V1/invoices/${String(invoiceId)}`)).toMatchObject({
    total_qty: 4,
    items: [{ qty: 1 }, { qty: 2 }, { qty: 1 }],
  });
  expect((await admin.post(`/V1/orders/${id}/cancel`)).body).toBe(true);
  expect(await orderOf(id)).toMatchObject({
    status: "processing",
    items: [
      { qty_invoiced: 1, tax_canceled: 0, discount_tax_compensation_canceled: 0 },
      { qty_invoiced: 2, qty_canceled: 2 },
      { qty_invoiced: 1, qty_canceled: 1 },
    ],
  });
  expect((await stock("lens"))[1] - before[1]).toBe(-2);
  await ship(id);
  expect((await orderOf(id)).items).toMatchObject([{}, { qty_shipped: 2 }, { qty_shipped: 1 }]);
  expect((await stock("lens"))[0] - before[0]).toBe(-2);
});
