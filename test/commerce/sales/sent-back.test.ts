import { beforeAll, describe, expect, it } from "vitest";
import { createProductsInStock } from "../checkout/support.js";
import { useApp } from "../../support/app.js";
import { importOrder } from "./support.js";
import { lens, refundCalls } from "./refunding.js";

const { app, admin } = useApp();
const { placeInvoiced, refund, ship } = refundCalls(() => ({ app, admin }));

beforeAll(async () => {
  await createProductsInStock(app, { lens: {} });
});

/** Returns a record without the times of its last change, at any depth. */
function withoutTimes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTimes);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).filter(([name]) => name !== "updated_at");
  return Object.fromEntries(entries.map(([name, inner]) => [name, withoutTimes(inner)]));
}

/** Reads a record, sends it back, and expects it to be the same. */
async function sendBack(path: string, save: string) {
  const before = (await admin.get(path)).body;
  const { status, body } = await admin.post(save, { entity: before });
  expect([status, body.message]).toEqual([200, undefined]);
  expect(withoutTimes((await admin.get(path)).body)).toEqual(withoutTimes(before));
}

describe("a record that is sent back as it was read stays the same", () => {
  it("as an order with discounts, options, taxes, comments and parts of lines", async () => {
    const tax = { code: "TX", percent: 10, amount: 2, base_amount: 2, base_real_amount: 2 };
    const { entity_id: id } = await importOrder(admin, {
      customer_dob: "1980-05-06",
      items: [
        {
          ...{ item_id: 1, sku: "kit", name: "Kit", qty_ordered: 3, price: 10, row_total: 30, base_row_total: 30 },
          ...{ discount_amount: 3, base_discount_amount: 3, tax_amount: 2, row_total_incl_tax: 32 },
          product_option: { extension_attributes: { custom_options: [{ option_id: "1", option_value: "2" }] } },
        },
        { sku: "part", name: "Part", qty_ordered: 1, parent_item_id: 1 },
      ],
      status_histories: [{ comment: "By telephone", is_customer_notified: 0, is_visible_on_front: 0, parent_id: 0 }],
      extension_attributes: { taxes: [tax], payment_additional_info: [{ key: "bank", value: "A" }] },
    });
    const { items, customer_dob: birth } = (await admin.get(`/V1/orders/${id}`)).body;
    expect([items[0].row_total, items[0].row_total_incl_tax, birth]).toEqual([27, 29, "1980-05-06 00:00:00"]);
    await sendBack(`/V1/orders/${id}`, "/V1/orders");
  });

  it("as an order of a shopper with documents, and the documents", async () => {
    const { id, line, invoiceId } = await placeInvoiced([lens(3)]);
    const shipment = await ship(id, { tracks: [{ track_number: "1Z", title: "UPS", carrier_code: "ups" }] });
    const memo = await refund(id, { items: [{ order_item_id: line, qty: 1 }], arguments: { shipping_amount: 0 } });
    // The address lacks the name of its region, which a save adds.
    await admin.post("/V1/orders", { entity: (await admin.get(`/V1/orders/${id}`)).body });
    await sendBack(`/V1/orders/${id}`, "/V1/orders");
    await sendBack(`/V1/invoices/${invoiceId}`, "/V1/invoices/");
    await sendBack(`/V1/shipment/${String(shipment[1])}`, "/V1/shipment/");
    await sendBack(`/V1/creditmemo/${String(memo[1])}`, "/V1/creditmemo");
  });
});
