import { describe, expect, it } from "vitest";
import { canceledColumns, canceledTotals } from "../../../src/commerce/sales/orders/states/cancel-order.js";
import {
  isShippedByOtherLines,
  isWithoutAmounts,
  linesOf,
  unitsToCancel,
  unitsToInvoice,
  unitsToRefund,
  unitsToRelease,
  unitsToShip,
} from "../../../src/commerce/sales/orders/items/item-quantities.js";
import {
  canCancel,
  canHold,
  canInvoice,
  canRefund,
  canShip,
  canUnhold,
  isStatusOf,
  type OrderFacts,
  finishedState,
  stateAfterCancel,
} from "../../../src/commerce/sales/orders/states/order-states.js";
import type { ItemRow } from "../../../src/commerce/sales/orders/stored-order.js";

const item = (more: Partial<ItemRow> = {}): ItemRow => ({ item_id: 1, sku: "lens", qty_ordered: "2", ...more });
const order = (more: Partial<OrderFacts> = {}): OrderFacts => ({
  state: "new",
  status: "pending",
  grand_total: "25",
  items: [item()],
  ...more,
});
const done = [item({ qty_invoiced: "2", qty_shipped: "2" })];
const settled = (more: Partial<OrderFacts>) => finishedState(order(more), { hasOpenInvoice: false })?.state;

describe("the actions of an order", () => {
  it.each([
    ["new", "hold cancel invoice ship refund"],
    ["pending_payment", "hold cancel invoice ship refund"],
    ["processing", "hold cancel invoice ship refund"],
    ["complete", "ship refund"],
    ["closed", "ship"],
    ["canceled", ""],
    ["holded", "unhold"],
    ["payment_review", ""],
    ["imported_from_elsewhere", "hold cancel invoice ship refund"],
  ])("follow from the state %s: %s", (state, actions) => {
    const given = order({ state, total_paid: "25" });
    const allowed = Object.entries({
      hold: canHold(given),
      unhold: canUnhold(given),
      cancel: canCancel(given),
      invoice: canInvoice(given),
      ship: canShip(given),
      refund: canRefund(given),
    }).flatMap(([action, isAllowed]) => (isAllowed ? [action] : []));
    expect(allowed.join(" ")).toBe(actions);
  });

  it("need units that are left, and lines that are not locked", () => {
    expect([canCancel, canInvoice, canShip].map((can) => can(order({ items: done })))).toEqual([false, false, false]);
    const locked = order({ items: [item({ locked_do_invoice: 1, locked_do_ship: 1 })] });
    expect([canCancel(locked), canInvoice(locked), canShip(locked)]).toEqual([true, false, false]);
    expect([canShip(order({ is_virtual: 1 })), canShip(order({ items: [item({ is_virtual: 1 })] }))]).toEqual([
      false,
      false,
    ]);
  });

  it("allow a refund while money is left, and of an order of 0 once, after it is invoiced", () => {
    expect(canRefund(order())).toBe(false);
    expect(canRefund(order({ total_paid: "25", total_refunded: "25" }))).toBe(false);
    expect(canRefund(order({ total_paid: "25", total_refunded: "20", adjustment_negative: "5" }))).toBe(false);
    expect(canRefund(order({ total_paid: "25", total_refunded: "20" }))).toBe(true);
    const free = { grand_total: "0", items: done };
    expect([canRefund(order({ grand_total: "0" })), canRefund(order(free))]).toEqual([false, true]);
    expect(canRefund(order({ ...free, total_refunded: "0" }))).toBe(false);
  });

  it("accept a status of the state, and the one that the order has", () => {
    const given = order({ state: "processing", status: "picked" });
    expect(["picked", "fraud", "processing", "pending"].map((status) => isStatusOf(given, status))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });
});

describe("the state of a saved order", () => {
  it("stays while something is left to invoice or ship", () => {
    expect(settled({ state: "processing" })).toBeUndefined();
    const unshipped = [item({ qty_invoiced: "2" })];
    expect(settled({ state: "processing", total_paid: "25", items: unshipped })).toBeUndefined();
    expect(settled({ state: "new", items: done })).toBeUndefined();
    expect(settled({ state: "holded", items: done })).toBeUndefined();
  });

  it("becomes complete when all is invoiced and shipped, and closed when all is refunded too", () => {
    expect(settled({ state: "processing", total_paid: "25", items: done })).toBe("complete");
    expect(settled({ state: "complete", total_paid: "25", items: done })).toBeUndefined();
    const refunded = { total_paid: "25", total_refunded: "25", items: done };
    expect(settled({ state: "processing", ...refunded })).toBe("closed");
    expect(settled({ state: "complete", ...refunded })).toBe("closed");
  });

  it("becomes complete when the rest that was not shipped is refunded", () => {
    const items = [item({ qty_invoiced: "2", qty_shipped: "1", qty_refunded: "1" })];
    expect(settled({ state: "processing", total_paid: "25", total_refunded: "10", items })).toBe("complete");
  });

  it("becomes complete for a virtual order, or closed if its status is closed", () => {
    const virtual = { is_virtual: 1, items: [item({ qty_invoiced: "2", is_virtual: 1 })], total_paid: "25" };
    expect(settled({ state: "processing", ...virtual })).toBe("complete");
    expect(settled({ state: "processing", ...virtual, status: "closed" })).toBe("closed");
  });

  it("waits for an open invoice", () => {
    const given = order({ state: "processing", items: done, total_paid: "20" });
    expect(finishedState(given, { hasOpenInvoice: true })).toBeUndefined();
    expect(finishedState(given, { hasOpenInvoice: false })?.state).toBe("complete");
  });
});

describe("the quantities of lines", () => {
  const configurable = [
    item({ item_id: 1, qty_invoiced: "1", qty_shipped: "1" }),
    item({ item_id: 2, parent_item_id: 1 }),
  ];
  const bundle = (option: object) => [
    item({ item_id: 1, qty_ordered: "1", product_option: { ...option } }),
    item({ item_id: 2, qty_ordered: "3", parent_item_id: 1 }),
  ];
  const of = (rows: ItemRow[], quantity: (line: ReturnType<typeof linesOf<ItemRow>>[number]) => unknown) =>
    linesOf(rows).map(quantity);

  it("are never below 0", () => {
    const over = [item({ qty_invoiced: "3", qty_shipped: "3", qty_refunded: "4" })];
    expect(
      [unitsToInvoice, unitsToShip, unitsToRefund, unitsToCancel].map((quantity) => of(over, quantity)[0]),
    ).toEqual(["0", "0", "0", "0"]);
  });

  it("count the configurable product and not its variation", () => {
    expect(of(configurable, unitsToInvoice)).toEqual(["1", "0"]);
    expect(of(configurable, unitsToShip)).toEqual(["1", "0"]);
    expect(of(configurable, unitsToCancel)).toEqual(["1", "0"]);
  });

  it("give back the units of the variation that were neither shipped nor invoiced", () => {
    const released = (rows: ItemRow[]) => {
      const after = linesOf(linesOf(rows).map((line) => ({ ...line.row, ...canceledColumns(line) })));
      return linesOf(rows).map((line, at) => unitsToRelease(line, after[at]));
    };
    expect(released(configurable)[1]).toBe("1");
    expect(released(bundle({}))[1]).toBe("3");
  });

  it("cancel a bundle whose parts are shipped separately if none of them is shipped", () => {
    const apart = (qty_shipped: string) =>
      bundle({ shipment_type: 1, product_calculations: 1 }).map((row) =>
        row.parent_item_id === 1 ? { ...row, qty_shipped } : row,
      );
    expect(of(apart("0"), unitsToCancel)).toEqual(["1", "0"]);
    expect(of(apart("1"), unitsToCancel)).toEqual(["0", "0"]);
  });

  it("follow how a bundle is priced and shipped", () => {
    expect(of(bundle({ product_calculations: 0 }), isWithoutAmounts)).toEqual([true, false]);
    expect(of(bundle({ product_calculations: 1 }), isWithoutAmounts)).toEqual([false, true]);
    expect(of(bundle({ shipment_type: "1" }), isShippedByOtherLines)).toEqual([true, false]);
    expect(of(bundle({ shipment_type: "0" }), isShippedByOtherLines)).toEqual([false, true]);
    expect(of([item()], isWithoutAmounts)).toEqual([false]);
  });
});

describe("a canceled order", () => {
  it("has what was not invoiced as canceled, with its part of the tax", () => {
    const [line] = linesOf([item({ qty_ordered: "3", qty_invoiced: "1", qty_shipped: "1", base_tax_amount: "2.48" })]);
    expect(line && canceledColumns(line)).toMatchObject({ qty_canceled: "2", tax_canceled: "1.6533" });
    const totals = { subtotal: "30", subtotal_invoiced: "10", discount_amount: "-6", discount_invoiced: "-2" };
    expect(canceledTotals({ ...totals, grand_total: "37.48", total_paid: "15.83" })).toMatchObject({
      subtotal_canceled: "20",
      discount_canceled: "4",
      total_canceled: "21.65",
      tax_canceled: "0",
    });
  });

  it("stays processing while invoiced units are unshipped, and is complete otherwise", () => {
    const after = (more: Partial<ItemRow>) => stateAfterCancel({ items: [item({ qty_ordered: "3", ...more })] }).state;
    expect(after({})).toBe("canceled");
    expect(after({ qty_invoiced: "1" })).toBe("processing");
    expect(after({ qty_invoiced: "1", qty_shipped: "1" })).toBe("complete");
  });
});
