import { beforeAll, describe, expect, it } from "vitest";
import { createProductsInStock } from "../checkout/support.js";
import { setSourceItems, withStockSetting } from "../inventory/support.js";
import { useApp } from "../../support/app.js";
import type { PlacedLine } from "./placed-order.js";
import { lens, refundCalls } from "./refunding.js";

const { app, admin } = useApp();
const { invoice, orderOf, place, refund, ship, placeInvoiced, stock } = refundCalls(() => ({ app, admin }));

beforeAll(async () => {
  await createProductsInStock(app, { lens: {}, strap: {} });
});

describe("the stock of a refund", () => {
  /** Ten lenses are ordered and invoiced, and six of them shipped. */
  async function shipSix() {
    const before = await stock("lens");
    const order = await placeInvoiced([lens(10)]);
    await ship(order.id, { items: [{ order_item_id: order.line, qty: 6 }] });
    const change = async () => {
      const [held, reserved] = await stock("lens");
      return [held - before[0], reserved - before[1]];
    };
    expect(await change()).toEqual([-6, -4]);
    return { ...order, change };
  }
  const units = (line: number, qty: number, ...ids: number[]) => ({
    items: [{ order_item_id: line, qty }],
    arguments: { shipping_amount: 0, extension_attributes: { return_to_stock_items: ids } },
  });

  it("gets unshipped units back first, and then shipped ones, at the source that they left", async () => {
    const { id, line, change } = await shipSix();
    expect((await refund(id, units(line, 7, line)))[0]).toBe(200);
    expect(await change()).toEqual([-3, 0]);
    expect((await refund(id, units(line, 3, line)))[0]).toBe(200);
    expect(await change()).toEqual([0, 0]);
  });

  it("gets shipped units back although others are still to be invoiced and shipped", async () => {
    const before = await stock("lens");
    const { id, items } = await place([lens(10)]);
    const three = { items: [{ order_item_id: items[0], qty: 3 }] };
    await invoice(id, three);
    await ship(id, three);
    expect((await refund(id, units(items[0] ?? 0, 3, items[0] ?? 0)))[0]).toBe(200);
    expect((await stock("lens"))[0]).toBe(before[0]);
  });

  it("loses unshipped units of a line that is not returned", async () => {
    const { id, line, change } = await shipSix();
    await refund(id, units(line, 7));
    expect(await change()).toEqual([-10, 0]);
  });

  it("gets everything back if the settings say so", async () => {
    const { id, line, change } = await shipSix();
    await withStockSetting(app.db, ["item_options/auto_return", "1"], async () => {
      await refund(id, units(line, 7));
    });
    expect(await change()).toEqual([-3, 0]);
  });

  it("gets each part back at the source that it left", async () => {
    await admin.post("/V1/inventory/sources", {
      source: { source_code: "oslo", name: "Oslo", country_id: "NO", postcode: "0150", enabled: true },
    });
    await setSourceItems(app.db, { sku: "lens", source: "oslo", quantity: 10 });
    const { id, line } = await placeInvoiced();
    const [before] = await stock("lens");
    const from = { arguments: { extension_attributes: { source_code: "oslo" } } };
    await ship(id, { ...from, items: [{ order_item_id: line, qty: 2 }] });
    await ship(id);
    expect([(await stock("lens"))[0] - before, (await stock("lens", "oslo"))[0]]).toEqual([-1, 8]);
    for (const [qty, expected] of [
      [1, [-1, 9]],
      [2, [0, 10]],
    ] as const) {
      await refund(id, units(line, qty, line));
      expect([(await stock("lens"))[0] - before, (await stock("lens", "oslo"))[0]]).toEqual(expected);
    }
  });

  it("gets the parts back of a line that is returned", async () => {
    const kit: PlacedLine = {
      ...{ sku: "kit", qty: 2, columns: { ...lens(3).columns, product_option: { shipment_type: 0 } } },
      parts: [
        { sku: "lens", qty: 2 },
        { sku: "strap", qty: 6 },
      ],
    };
    const before = await stock("strap");
    const { id, line } = await placeInvoiced([kit]);
    await ship(id);
    expect((await stock("strap"))[0]).toBe(before[0] - 6);
    await refund(id, units(line, 1, line));
    expect(await stock("strap")).toEqual([before[0] - 3, before[1]]);
    const { items } = await orderOf(id);
    expect(items.map(({ qty_refunded }: { qty_refunded: number }) => qty_refunded)).toEqual([1, 1, 3]);
  });

  it("gets virtual products back that left it with their invoice", async () => {
    const { columns } = lens(3);
    const before = await stock("lens");
    const { id, line } = await placeInvoiced([{ sku: "lens", qty: 3, columns: { ...columns, is_virtual: 1 } }]);
    expect((await stock("lens"))[0]).toBe(before[0] - 3);
    await refund(id, units(line, 2, line));
    expect((await stock("lens"))[0]).toBe(before[0] - 1);
  });
});
