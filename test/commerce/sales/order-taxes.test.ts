import { beforeAll, describe, expect, it } from "vitest";
import { useApp } from "../../support/app.js";
import type { Client } from "../../support/client.js";
import { address, importOrder, order, path } from "./support.js";
import { writeOrder } from "./write-order.js";

const { app } = useApp();
let admin: Client;

beforeAll(async () => {
  admin = await app.asAdmin(["Magento_Sales::api_actions", "Magento_Sales::create", "Magento_Sales::actions_view"]);
});

const tax = { code: "TX", title: "Texas", percent: 10, amount: 2.5, base_amount: 2.5, base_real_amount: 2.5 };
const numbers = { priority: 0, position: 0, process: 0 };
/** Returns the tax of a line or of shipping, as requests have it. */
const entry = (taxable_item_type: string, amount: number) => ({
  ...{ tax_code: "TX", tax_percent: 10, taxable_item_type },
  ...{ amount, base_amount: amount, real_amount: amount, real_base_amount: amount },
});
const taxed = () =>
  order({
    items: [
      {
        ...{ item_id: 7, sku: "lens", name: "Lens", qty_ordered: 2, price: 10, row_total: 20 },
        extension_attributes: { itemized_taxes: [entry("product", 2)] },
      },
      { sku: "case", name: "Case", qty_ordered: 1, price: 0, row_total: 0, parent_item_id: 7 },
    ],
    extension_attributes: {
      shipping_assignments: [{ shipping: { address, method: "flatrate_flatrate" } }],
      taxes: [tax],
      additional_itemized_taxes: [entry("shipping", 0.5)],
    },
  });
const applied = (amount: number) => ({ code: "TX", title: "Texas", percent: 10, amount, base_amount: amount });
const read = async (id: number) => (await admin.get(`${path}/${id}`)).body;

describe("the taxes of an order", () => {
  it("are empty lists without taxes, also on parent items and in shipping assignments", async () => {
    const items = [
      { item_id: 1, sku: "box", name: "Box", qty_ordered: 1 },
      { sku: "part", name: "Part", qty_ordered: 1, parent_item_id: 1 },
    ];
    const { extension_attributes: more, items: lines } = await importOrder(admin, { items });
    expect(more).toMatchObject({ taxes: [], additional_itemized_taxes: [], applied_taxes: [], item_applied_taxes: [] });
    const none = { extension_attributes: { itemized_taxes: [] } };
    expect(lines).toMatchObject([none, { ...none, parent_item: none }]);
    expect(more.shipping_assignments[0].items).toEqual(lines);
  });

  it("are imported, and read with the order by id, in searches and on the items", async () => {
    const { body: created } = await admin.post(path, { entity: taxed() });
    const { entity_id: order_id, items, extension_attributes: more } = await read(created.entity_id);
    const [{ item_id }] = items;
    const tax_id: unknown = expect.any(Number);
    expect(more.taxes).toEqual([{ tax_id, order_id, ...tax, ...numbers }]);
    const tax_item_id: unknown = expect.any(Number);
    expect(items[0].extension_attributes).toEqual({
      itemized_taxes: [{ tax_item_id, tax_id, item_id, ...entry("product", 2) }],
    });
    expect(items[1].parent_item.extension_attributes).toEqual(items[0].extension_attributes);
    expect(more.additional_itemized_taxes).toEqual([{ tax_item_id, tax_id, ...entry("shipping", 0.5) }]);
    expect(more.applied_taxes).toEqual([applied(2.5)]);
    expect(more.item_applied_taxes).toEqual([
      { type: "product", item_id, applied_taxes: [applied(2)] },
      { type: "shipping", applied_taxes: [applied(0.5)] },
    ]);
    const { body: found } = await admin.get(
      `${path}?searchCriteria[filter_groups][0][filters][0][field]=entity_id&searchCriteria[filter_groups][0][filters][0][value]=${order_id}`,
    );
    expect(found.items[0].extension_attributes).toEqual(more);
    const { body: line } = await admin.get(`/V1/orders/items/${item_id}`);
    expect(line).not.toHaveProperty("extension_attributes");
  });

  it("stay the same when an order is sent back as it was read, or without its taxes", async () => {
    const { body: created } = await admin.post(path, { entity: taxed() });
    const before = await read(created.entity_id);
    const { status, body: same } = await admin.post(path, { entity: before });
    expect(status).toBe(200);
    for (const name of ["taxes", "additional_itemized_taxes", "applied_taxes", "item_applied_taxes"]) {
      expect(same.extension_attributes[name]).toEqual(before.extension_attributes[name]);
    }
    expect(same.items[0].extension_attributes).toEqual(before.items[0].extension_attributes);
    await admin.post(path, { entity: { entity_id: created.entity_id, customer_note: "Thanks" } });
    const { extension_attributes: more, items } = await read(created.entity_id);
    expect([more.taxes, items[0].extension_attributes]).toEqual([
      before.extension_attributes.taxes,
      before.items[0].extension_attributes,
    ]);
  });

  it("are replaced list by list: the taxes, those of an item, and those of shipping", async () => {
    const { body: created } = await admin.post(path, { entity: taxed() });
    const before = await read(created.entity_id);
    const [{ tax_id }] = before.extension_attributes.taxes;
    const entity = {
      entity_id: created.entity_id,
      items: [{ item_id: before.items[0].item_id, extension_attributes: { itemized_taxes: [entry("product", 1)] } }],
      extension_attributes: {
        taxes: [
          { ...tax, tax_id, percent: 5 },
          { ...tax, code: "CITY" },
        ],
      },
    };
    expect((await admin.post(path, { entity })).status).toBe(200);
    const { extension_attributes: more, items } = await read(created.entity_id);
    expect(more.taxes).toMatchObject([{ tax_id, code: "TX", percent: 5 }, { code: "CITY" }]);
    expect(items[0].extension_attributes.itemized_taxes).toMatchObject([{ tax_id, amount: 1 }]);
    expect(more.additional_itemized_taxes).toEqual(before.extension_attributes.additional_itemized_taxes);
    await admin.post(path, { entity: { entity_id: created.entity_id, extension_attributes: { taxes: [] } } });
    const empty = (await read(created.entity_id)).extension_attributes;
    expect([empty.taxes, empty.additional_itemized_taxes]).toEqual([[], []]);
  });

  it("are answered with the tax of each itemized tax of shipping, which is found by its code", async () => {
    const extension_attributes = { taxes: [tax], additional_itemized_taxes: [entry("shipping", 1)] };
    const { body } = await admin.post(path, { entity: order({ extension_attributes }) });
    const stored = (await admin.get(`${path}/${body.entity_id}`)).body.extension_attributes.taxes[0];
    const [answered] = body.extension_attributes.additional_itemized_taxes;
    expect(answered).toEqual({ tax_id: stored.tax_id as number, ...entry("shipping", 1) });
  });

  it("must contain the tax of each itemized tax", async () => {
    const extension_attributes = { additional_itemized_taxes: [entry("shipping", 1)] };
    const { status, body } = await admin.post(path, { entity: order({ extension_attributes }) });
    expect([status, body.parameters]).toEqual([404, { fieldName: "tax_code", fieldValue: "TX" }]);
  });

  it("are written when an order is placed, with the lines that they belong to", async () => {
    const amounts = { amount: "1.0000", base_amount: "1.0000" };
    const shares = { tax_percent: "10.0000", ...amounts, real_amount: "1.0000", real_base_amount: "1.0000" };
    const { orderId } = await writeOrder(app.db, {
      columns: { store_id: 1, state: "new", status: "pending" },
      items: [{ columns: { sku: "box", qty_ordered: "1" } }, { columns: { sku: "lens", qty_ordered: "1" } }],
      billingAddress: { firstname: "Ada", lastname: "Byron", street: [] },
      payment: { method: "checkmo" },
      taxes: [
        {
          columns: { code: "TX", title: "Texas", percent: "10", ...amounts, base_real_amount: "1", ...numbers },
          entries: [
            { columns: { ...shares, taxable_item_type: "product" }, line: 1 },
            { columns: { ...shares, taxable_item_type: "weee" }, line: 0 },
            { columns: { ...shares, taxable_item_type: "shipping" } },
          ],
        },
      ],
    });
    const { items, extension_attributes: more } = await read(orderId);
    const [box, lens] = items;
    expect(box.extension_attributes.itemized_taxes).toMatchObject([
      { associated_item_id: box.item_id, taxable_item_type: "weee", real_amount: 1 },
    ]);
    expect(lens.extension_attributes.itemized_taxes).toMatchObject([{ item_id: lens.item_id, tax_code: "TX" }]);
    expect(more.additional_itemized_taxes).toMatchObject([{ taxable_item_type: "shipping" }]);
    expect(more.applied_taxes).toEqual([applied(3)]);
  });
});
