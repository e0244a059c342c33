import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { asAmount } from "../../../src/platform/money/amount.js";
import { isNegative, negate, sum } from "../../../src/platform/money/arithmetic.js";
import { type InvoiceAmounts, invoiceAmounts } from "../../../src/commerce/sales/invoices/invoice-amounts.js";
import { changedItem, changedOrder } from "../../../src/commerce/sales/invoices/invoice-rows.js";
import { linesToInvoice, type RequestedLine } from "../../../src/commerce/sales/invoices/requested-lines.js";
import type { ItemRow, StoredOrder } from "../../../src/commerce/sales/orders/stored-order.js";
import { plainDecimal } from "../../../src/api/contract/scalars.js";

type Order = StoredOrder;

const order = (items: readonly Partial<ItemRow>[], more: Partial<StoredOrder> = {}): Order => ({
  entity_id: 1,
  store_id: 1,
  increment_id: "000000001",
  order_currency_code: "USD",
  base_currency_code: "USD",
  items: items.map((item, at) => ({ item_id: at + 1, sku: `sku-${at}`, name: `Name ${at}`, ...item })),
  addresses: [],
  payment: null,
  history: [],
  taxes: [],
  tax_items: [],
  ...more,
});

/** Invoices lines of an order. Returns the amounts in the currency of the order, and the order as it is then. */
function invoice(before: Order, requested: readonly RequestedLine[] = []) {
  const lines = linesToInvoice(before.items, requested);
  const amounts = { own: invoiceAmounts(before, lines, ""), base: invoiceAmounts(before, lines, "base_") };
  const changes = new Map(lines.map((line) => [line.row.item_id, changedItem(line, amounts)]));
  const items = before.items.map((item) => ({ ...item, ...changes.get(item.item_id) }));
  return { amounts: amounts.own, lines, order: { ...before, ...changedOrder(before, lines, amounts), items } };
}

/** Invoices single units of the first line, one after the other. */
function unitByUnit(first: Order, count: number): InvoiceAmounts[] {
  let current = first;
  return Array.from({ length: count }, () => {
    const { amounts, order: next } = invoice(current, [{ order_item_id: 1, qty: "1" }]);
    current = next;
    return amounts;
  });
}

const plain = (text: string) => plainDecimal(text);
/** Three units of 10 dollars, with tax of 2.48 and shipping of 5. */
const threeUnits = (more: Partial<ItemRow> = {}, ofOrder: Partial<StoredOrder> = {}) =>
  order([{ qty_ordered: "3", row_total: "30", tax_amount: "2.48", row_total_incl_tax: "32.48", ...more }], {
    subtotal: "30",
    tax_amount: "2.48",
    shipping_amount: "5",
    grand_total: "37.48",
    ...ofOrder,
  });

describe("the amounts of invoices", () => {
  it("add up to the order, with shipping on the first and the rest of the tax on the last one", () => {
    const amounts = unitByUnit(threeUnits(), 3);
    expect(amounts.map(({ tax }) => plain(tax))).toEqual(["0.83", "0.83", "0.82"]);
    expect(amounts.map(({ shipping }) => plain(shipping))).toEqual(["5", "0", "0"]);
    expect(amounts.map(({ grandTotal }) => plain(grandTotal))).toEqual(["15.83", "10.83", "10.82"]);
  });

  it("subtract the discount of their units, and that of shipping from the first one", () => {
    const discounted = threeUnits({ discount_amount: "10" }, { discount_amount: "-12", shipping_discount_amount: "2" });
    const amounts = unitByUnit(discounted, 3);
    expect(amounts.map(({ discount }) => plain(discount))).toEqual(["-5.33", "-3.34", "-3.33"]);
    expect(plain(sum(amounts.map(({ grandTotal }) => grandTotal)))).toBe("25.48");
  });

  it("carry the rounding error of a line to the next one", () => {
    const row = { qty_ordered: "3", row_total: "10" };
    const twoLines = order([row, row], { subtotal: "20" });
    const { amounts } = invoice(twoLines, [
      { order_item_id: 1, qty: "1" },
      { order_item_id: 2, qty: "1" },
    ]);
    expect([...amounts.lines.values()].map(({ rowTotal }) => plain(rowTotal))).toEqual(["3.33", "3.34"]);
  });

  it("are rounded to the digits of the currency", () => {
    const yen = threeUnits({ tax_amount: "100" }, { tax_amount: "100", order_currency_code: "JPY" });
    expect(unitByUnit(yen, 3).map(({ tax }) => plain(tax))).toEqual(["33", "34", "33"]);
  });

  it("leave canceled units out", () => {
    const canceled = threeUnits({ qty_canceled: "1" });
    const { amounts } = invoice(canceled);
    expect([plain(amounts.subtotal), plain(amounts.tax), plain(amounts.grandTotal)]).toEqual(["20", "1.65", "26.65"]);
  });
});

const bundle = (calculations: number) =>
  order([
    {
      qty_ordered: "2",
      product_type: "bundle",
      row_total: "20",
      product_option: { product_calculations: calculations },
    },
    { qty_ordered: "4", parent_item_id: 1, row_total: "8" },
    { qty_ordered: "2", parent_item_id: 1, row_total: "12" },
  ]);
const listed = (given: Order, requested: readonly RequestedLine[] = []) =>
  invoice(given, requested).lines.map(({ row, quantity }) => [row.item_id, plain(quantity)]);

describe("the lines of an invoice", () => {
  it("are all that are left, without locked ones", () => {
    const rows = [
      { qty_ordered: "3", qty_invoiced: "1", qty_canceled: "1" },
      { qty_ordered: "2", locked_do_invoice: 1 },
      { qty_ordered: "1", qty_invoiced: "1" },
    ];
    expect(listed(order(rows))).toEqual([[1, "1"]]);
  });

  it("are the requested ones, in whole units unless the line is sold in fractions", () => {
    const rows = [{ qty_ordered: "3" }, { qty_ordered: "3", is_qty_decimal: 1 }, { qty_ordered: "1" }];
    const named = [
      { order_item_id: 1, qty: "1.9" },
      { order_item_id: 2, qty: "1.25" },
      { order_item_id: 3, qty: "-1" },
      { order_item_id: 99, qty: "5" },
    ];
    expect(listed(order(rows), named)).toEqual([
      [1, "1"],
      [2, "1.25"],
    ]);
  });

  it("cannot have more units than are left", () => {
    const left = order([{ qty_ordered: "3", qty_invoiced: "2" }]);
    expect(() => linesToInvoice(left.items, [{ order_item_id: 1, qty: "2" }])).toThrow(
      'We found an invalid quantity to invoice item "Name 0".',
    );
  });

  it("include the variation of a configurable product with the units of its parent line", () => {
    const configurable = order([
      { qty_ordered: "3", product_type: "configurable", row_total: "30" },
      { qty_ordered: "3", parent_item_id: 1 },
    ]);
    expect(listed(configurable, [{ order_item_id: 1, qty: "2" }])).toEqual([
      [1, "2"],
      [2, "2"],
    ]);
    expect(listed(configurable, [{ order_item_id: 2, qty: "2" }])).toEqual([]);
  });

  it("include the parts of a bundle with a fixed price in proportion", () => {
    expect(listed(bundle(1), [{ order_item_id: 1, qty: "1" }])).toEqual([
      [1, "1"],
      [2, "2"],
      [3, "1"],
    ]);
  });

  it("include all units of a bundle whose parts are requested, or the requested units with their parts", () => {
    expect(listed(bundle(0), [{ order_item_id: 2, qty: "1" }])).toEqual([
      [1, "2"],
      [2, "1"],
    ]);
    expect(listed(bundle(0), [{ order_item_id: 1, qty: "1" }])).toEqual([
      [1, "1"],
      [2, "2"],
      [3, "1"],
    ]);
    const twice = invoice(invoice(bundle(0), [{ order_item_id: 2, qty: "4" }]).order).order;
    expect(twice.items.map(({ qty_invoiced }) => plain(qty_invoiced ?? ""))).toEqual(["2", "4", "2"]);
  });
});

const cents = (most: number) => fc.integer({ min: 0, max: most }).map((units) => (units / 100).toFixed(2));
const line = fc.record({
  qty_ordered: fc.integer({ min: 1, max: 7 }).map(String),
  row_total: cents(20_000),
  discount_amount: cents(5_000),
  tax_amount: cents(4_000),
  discount_tax_compensation_amount: cents(500),
});
const total = (values: readonly (string | null | undefined)[]) => sum(values.map((value) => asAmount(value ?? 0)));

/** An order whose totals are those of its lines and its shipping. */
const orders = fc
  .record({
    items: fc.array(line, { minLength: 1, maxLength: 5 }),
    shipping_amount: cents(2_000),
    shipping_tax_amount: cents(500),
    shipping_discount_amount: cents(1_000),
    shipping_discount_tax_compensation_amount: cents(100),
  })
  .map(({ items, ...shipping }): Order => {
    const shippingTax = shipping.shipping_amount === "0.00" ? "0" : shipping.shipping_tax_amount;
    const compensation = shipping.shipping_amount === "0.00" ? "0" : shipping.shipping_discount_tax_compensation_amount;
    const totals = {
      ...shipping,
      shipping_tax_amount: shippingTax,
      shipping_discount_tax_compensation_amount: compensation,
      subtotal: total(items.map((item) => item.row_total)),
      tax_amount: total([...items.map((item) => item.tax_amount), shippingTax]),
      discount_amount: negate(total([...items.map((item) => item.discount_amount), shipping.shipping_discount_amount])),
      discount_tax_compensation_amount: total(items.map((item) => item.discount_tax_compensation_amount)),
    };
    const parts = [totals.subtotal, totals.tax_amount, totals.discount_amount, shipping.shipping_amount];
    const grand_total = total([...parts, totals.discount_tax_compensation_amount, compensation]);
    return order(items, { ...totals, grand_total });
  });

/** Invoices an order in parts: of each line as many units as the plan says, and at last the rest. */
function invoiceInParts(first: Order, plan: readonly (readonly number[])[]): readonly [InvoiceAmounts[], Order] {
  let current = first;
  const all: InvoiceAmounts[] = [];
  for (const units of [...plan, undefined]) {
    const requested = current.items.flatMap(({ item_id, qty_ordered, qty_invoiced }, at) => {
      const left = Number(qty_ordered) - Number(qty_invoiced ?? 0);
      return [{ order_item_id: item_id, qty: String(units ? Math.min(units[at] ?? 0, left) : left) }];
    });
    const { amounts, lines, order: next } = invoice(current, requested);
    if (lines.length === 0) continue;
    all.push(amounts);
    current = next;
  }
  return [all, current];
}

const plans = fc.array(fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 5, maxLength: 5 }), { maxLength: 6 });

describe("the invoices of any order, however it is divided", () => {
  it("add up to its totals, and none of their lines is negative", () => {
    fc.assert(
      fc.property(orders, plans, (given, plan) => {
        const [all, after] = invoiceInParts(given, plan);
        const added = (of: (amounts: InvoiceAmounts) => string) => plain(total(all.map(of)));
        const { subtotal, tax_amount, discount_amount, shipping_amount, grand_total } = given;
        expect({
          subtotal: added((amounts) => amounts.subtotal),
          tax: added((amounts) => amounts.tax),
          discount: added((amounts) => amounts.discount),
          shipping: added((amounts) => amounts.shipping),
          grandTotal: added((amounts) => amounts.grandTotal),
          paid: plain(after.total_paid ?? ""),
        }).toEqual({
          subtotal: plain(subtotal ?? ""),
          tax: plain(tax_amount ?? ""),
          discount: plain(discount_amount ?? ""),
          shipping: plain(shipping_amount ?? ""),
          grandTotal: plain(grand_total ?? ""),
          paid: plain(grand_total ?? ""),
        });
        const parts = all.flatMap(({ lines }) => [...lines.values()]);
        expect(parts.flatMap(({ rowTotal, discount, tax }) => [rowTotal, discount, tax]).filter(isNegative)).toEqual(
          [],
        );
        for (const [at, row] of after.items.entries()) {
          expect(plain(row.row_invoiced ?? "")).toBe(plain(given.items[at]?.row_total ?? ""));
          expect(plain(row.qty_invoiced ?? "")).toBe(row.qty_ordered);
        }
      }),
      { numRuns: 300 },
    );
  });
});
