import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainDecimal } from "../../../src/api/contract/scalars.js";
import { type Amount, asAmount, asQuantity, zero } from "../../../src/platform/money/amount.js";
import { isNegative, isZero } from "../../../src/platform/money/arithmetic.js";
import { linesToRefund } from "../../../src/commerce/sales/credit-memos/refund/lines-to-refund.js";
import {
  refundAmounts,
  type RefundExtras,
  remainingShipping,
} from "../../../src/commerce/sales/credit-memos/refund/refund-amounts.js";
import { parseExtras, exceededMoney } from "../../../src/commerce/sales/credit-memos/refund/refund-errors.js";
import {
  changedItem,
  changedOrder,
  itemColumns,
  memoColumns,
} from "../../../src/commerce/sales/credit-memos/refund/refund-rows.js";
import { sharesOf } from "../../../src/commerce/sales/documents/document-columns.js";
import { invoiceAmounts } from "../../../src/commerce/sales/invoices/invoice-amounts.js";
import {
  changedItem as invoicedItem,
  changedOrder as invoicedOrder,
} from "../../../src/commerce/sales/invoices/invoice-rows.js";
import { linesToInvoice } from "../../../src/commerce/sales/invoices/requested-lines.js";
import { linesOf, unitsToRefund } from "../../../src/commerce/sales/orders/items/item-quantities.js";
import type { ItemRow, StoredOrder } from "../../../src/commerce/sales/orders/stored-order.js";

/** Returns an order whose amounts are the same in both currencies. */
function order(items: readonly Partial<ItemRow>[], more: Partial<StoredOrder> = {}): StoredOrder {
  const inBase = (columns: object) =>
    Object.fromEntries(
      Object.entries(columns)
        .filter(([name]) => /amount|total|tax$/.test(name) && !name.startsWith("base_"))
        .map(([name, value]: [string, unknown]) => [`base_${name}`, value]),
    );
  return {
    ...{ entity_id: 1, store_id: 1, increment_id: "000000001", order_currency_code: "USD", base_currency_code: "USD" },
    items: items.map((item, at) => ({
      ...{ item_id: at + 1, sku: `sku-${at}`, name: `Name ${at}` },
      ...item,
      ...inBase(item),
    })),
    ...{ addresses: [], payment: null, history: [], taxes: [], tax_items: [], base_to_order_rate: "1" },
    ...more,
    ...inBase(more),
  };
}

function invoiced(before: StoredOrder): StoredOrder {
  const lines = linesToInvoice(before.items, []);
  const amounts = { own: invoiceAmounts(before, lines, ""), base: invoiceAmounts(before, lines, "base_") };
  const changes = new Map(lines.map((line) => [line.row.item_id, invoicedItem(line, amounts)]));
  const items = before.items.map((item) => ({ ...item, ...changes.get(item.item_id) }));
  return { ...before, ...invoicedOrder(before, lines, amounts), items };
}

interface Wanted {
  readonly units?: Readonly<Record<number, string>> | undefined;
  readonly shipping?: string | undefined;
  readonly includesTax?: boolean;
  readonly positive?: string;
  readonly negative?: string;
}

const extras = ({ shipping, includesTax = false, positive = "0", negative = "0" }: Wanted): RefundExtras => ({
  shipping: shipping === undefined ? undefined : { amount: asAmount(shipping), includesTax },
  adjustmentPositive: asAmount(positive),
  adjustmentNegative: asAmount(negative),
});

/** Refunds lines of an order. Returns the amounts in the currency of the order, and the order as it is then. */
function refund(before: StoredOrder, wanted: Wanted = {}) {
  const named = Object.entries(wanted.units ?? {}).map(([id, units]) => [Number(id), asQuantity(units)] as const);
  const lines = linesToRefund(before.items, { requested: wanted.units ? new Map(named) : undefined });
  const given = { lines, extras: extras(wanted) };
  const amounts = { own: refundAmounts(before, given, ""), base: refundAmounts(before, given, "base_") };
  const items = lines.map((line) => ({ row: line.row, columns: itemColumns(line, amounts) }));
  const changes = new Map(items.map(({ row, columns }) => [row.item_id, changedItem(row, columns)]));
  const toCredit = { own: asAmount(0), base: asAmount(0) };
  const columns = memoColumns(amounts, new Set(["adjustment_positive", "adjustment_negative"]));
  const memo = { columns, items, isOnline: false, shares: sharesOf(amounts), toCredit, note: {} };
  const after: StoredOrder = {
    ...before,
    ...changedOrder(before, memo),
    items: before.items.map((item) => ({ ...item, ...changes.get(item.item_id) })),
  };
  return { amounts: amounts.own, base: amounts.base, lines, order: after };
}

const plain = (text: string | null | undefined) => plainDecimal(text ?? "0");
/** Three units of 10 dollars, with tax of 2.48 and shipping of 5, all of it invoiced. */
const threeUnits = () =>
  invoiced(
    order([{ qty_ordered: "3", row_total: "30", tax_amount: "2.48", row_total_incl_tax: "32.48" }], {
      ...{ subtotal: "30", tax_amount: "2.48", shipping_amount: "5", grand_total: "37.48" },
    }),
  );
const one = { 1: "1" };

describe("the amounts of a credit memo", () => {
  it.each([
    ["a unit with all shipping by default", { units: one }, "15.83"],
    ["a unit without shipping", { units: one, shipping: "0" }, "10.83"],
    ["a unit less a fee", { units: one, shipping: "0", negative: "2" }, "8.83"],
    ["a unit and a compensation", { units: one, shipping: "0", positive: "1.5" }, "12.33"],
    ["only shipping, in part", { units: { 1: "0" }, shipping: "2" }, "2"],
    ["everything", {}, "37.48"],
  ])("are those of %s", (_name, wanted: Wanted, total) => {
    expect(plain(refund(threeUnits(), wanted).amounts.grandTotal)).toBe(total);
  });

  it("carry no more than was invoiced, with the rest on the last one", () => {
    const first = refund(threeUnits(), { units: one });
    const second = refund(first.order, { units: one });
    const third = refund(second.order);
    const totals = [first, second, third].map(({ amounts }) => plain(amounts.grandTotal));
    expect(totals).toEqual(["15.83", "10.83", "10.82"]);
    expect(plain(third.order.total_refunded)).toBe("37.48");
    expect(third.order.items[0]).toMatchObject({ amount_refunded: "30", tax_refunded: "2.48", qty_refunded: "3" });
  });

  it("divide the tax and the discount of shipping in the proportion of its amount", () => {
    const shipped = invoiced(
      order([{ qty_ordered: "1", row_total: "10" }], {
        ...{ subtotal: "10", shipping_amount: "10", shipping_tax_amount: "0.99", tax_amount: "0.99" },
        ...{ shipping_discount_amount: "2", discount_amount: "-2", grand_total: "18.99" },
      }),
    );
    const part = refund(shipped, { units: { 1: "0" }, shipping: "5" });
    const { shippingTax, discount, grandTotal } = part.amounts;
    expect([shippingTax, discount, grandTotal].map(plain)).toEqual(["0.5", "-1", "4.5"]);
    const rest = refund(part.order);
    expect(plain(rest.amounts.grandTotal)).toBe("14.49");
    expect(plain(rest.order.total_refunded)).toBe("18.99");
    const withTax = refund(shipped, { units: { 1: "0" }, shipping: "10.99", includesTax: true });
    expect(plain(withTax.amounts.shipping)).toBe("10");
  });

  it("convert adjustments, which are in base currency", () => {
    const foreign = { ...threeUnits(), base_to_order_rate: "2" };
    const { amounts, base } = refund(foreign, { units: { 1: "0" }, shipping: "0", positive: "1.5" });
    expect([amounts.grandTotal, base.grandTotal].map(plain)).toEqual(["3", "1.5"]);
  });

  it("reject more shipping than is left, and amounts below 0", () => {
    const settings = {
      ...{
        allowsZero: true,
        returnsAll: false,
        returnsPoints: false,
        hasCredit: true,
        cardsToCredit: false,
        websiteId: 1,
        shippingIncludesTax: false,
      },
      format: (amount: Amount) => `$${Number(amount).toFixed(2)}`,
    };
    const shipped = refund(threeUnits(), { units: { 1: "0" }, shipping: "2" }).order;
    expect(() => parseExtras(shipped, { shipping_amount: "3.01" }, settings)).toThrow(
      "Maximum shipping amount allowed to refund is: $3.00",
    );
    expect(() => parseExtras({ ...shipped, base_shipping_amount: "0" }, { shipping_amount: "1" }, settings)).toThrow(
      "You can not refund shipping if there is no shipping amount.",
    );
    expect(() => parseExtras(shipped, { adjustment_negative: "-1" }, settings)).toThrow(
      'Invalid value of "-1" provided for the adjustment_negative field.',
    );
    expect(parseExtras(shipped, { shipping_amount: "3" }, settings).shipping?.amount).toBe("3");
    expect(plain(remainingShipping(shipped, false))).toBe("3");
    expect(exceededMoney(shipped, { own: asAmount("35.49"), base: asAmount("35.48") })).toBe("35.48");
    expect(exceededMoney(shipped, { own: asAmount("35.48"), base: asAmount("35.48") })).toBeUndefined();
  });
});

describe("the lines of a credit memo", () => {
  const bundle = (product_calculations: number) => [
    { item_id: 1, sku: "kit", qty_ordered: "2", qty_invoiced: "2", product_option: { product_calculations } },
    { item_id: 2, sku: "body", qty_ordered: "2", qty_invoiced: "2", parent_item_id: 1 },
    { item_id: 3, sku: "strap", qty_ordered: "6", qty_invoiced: "6", parent_item_id: 1 },
  ];
  const refunded = (rows: readonly ItemRow[], units: Readonly<Record<number, string>>) => {
    const requested = new Map(Object.entries(units).map(([id, qty]) => [Number(id), asQuantity(qty)]));
    return linesToRefund(rows, { requested }).map(({ row, quantity }) => [row.item_id, plain(quantity)]);
  };

  it("include the parts of a bundle with a fixed price", () => {
    expect(refunded(bundle(1), { 1: "1" })).toEqual([
      [1, "1"],
      [2, "1"],
      [3, "3"],
    ]);
  });

  it("include a bundle whose parts carry the amounts once all of its parts are refunded", () => {
    expect(refunded(bundle(0), { 2: "1" })).toEqual([[2, "1"]]);
    const [kit, body, strap] = bundle(0);
    const before = [kit, { ...body, qty_refunded: "1" }, strap] as ItemRow[];
    expect(refunded(before, { 3: "3" })).toEqual([
      [1, "1"],
      [3, "3"],
    ]);
  });

  it("cannot have more units than are invoiced and not refunded", () => {
    const rows = [{ item_id: 1, sku: "lens", name: "Lens", qty_ordered: "3", qty_invoiced: "2", qty_refunded: "1" }];
    expect(refunded(rows, { 1: "1" })).toEqual([[1, "1"]]);
    for (const units of ["2", "-1"]) {
      expect(() => refunded(rows, { 1: units })).toThrow('We found an invalid quantity to refund item "Lens".');
    }
  });

  it("are limited to the units left of an invoice", () => {
    const rows = [{ item_id: 1, sku: "lens", qty_ordered: "3", qty_invoiced: "3" }];
    const ofInvoice = new Map([[1, asQuantity(2)]]);
    const units = (requested?: ReadonlyMap<number, ReturnType<typeof asQuantity>>) =>
      linesToRefund(rows, { requested, ofInvoice }).map(({ quantity }) => quantity);
    expect([units(), units(new Map([[1, asQuantity(3)]]))]).toEqual([["2"], ["2"]]);
  });
});

describe("the credit memos of any order", () => {
  /** Amounts up to a number of cents; imported orders can have fractions of them. */
  const cents = (most: number) =>
    fc
      .tuple(fc.integer({ min: 0, max: most }), fc.constantFrom(0, 0, 0, 33, 50, 67))
      .map(([whole, fraction]) => ((whole * 100 + fraction) / 10_000).toFixed(4));
  const line = fc.record({
    qty: fc.integer({ min: 1, max: 5 }),
    row_total: cents(20_000),
    tax_amount: cents(3000),
    discount_amount: cents(1000),
    discount_tax_compensation_amount: cents(200),
  });
  const sold = fc.record({
    lines: fc.array(line, { minLength: 1, maxLength: 4 }),
    shipping_amount: cents(3000),
    shipping_tax_amount: cents(500),
    shipping_discount_amount: cents(300),
  });
  const step = fc.record({
    units: fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 4, maxLength: 4 }),
    shipping: fc.option(fc.integer({ min: 0, max: 100 }), { nil: undefined }),
  });

  /** Returns an invoiced order of lines, whose totals add up. */
  function orderOf({ lines, ...given }: typeof sold extends fc.Arbitrary<infer Sold> ? Sold : never): StoredOrder {
    const shipping =
      Number(given.shipping_amount) === 0 ? { shipping_tax_amount: "0", shipping_discount_amount: "0" } : {};
    const of = { ...given, ...shipping };
    const total = (values: readonly string[]) => values.reduce((sum, value) => sum + Number(value), 0).toFixed(4);
    const tax_amount = total([...lines.map((each) => each.tax_amount), of.shipping_tax_amount]);
    const discount = total([...lines.map((each) => each.discount_amount), of.shipping_discount_amount]);
    return invoiced(
      order(
        lines.map(({ qty, ...each }) => ({ ...each, qty_ordered: String(qty) })),
        {
          ...of,
          subtotal: total(lines.map((each) => each.row_total)),
          tax_amount,
          discount_amount: Number(discount) === 0 ? "0" : `-${discount}`,
          discount_tax_compensation_amount: total(lines.map((each) => each.discount_tax_compensation_amount)),
        },
      ),
    );
  }

  it("add up to what was invoiced, and never exceed it before that", () => {
    fc.assert(
      fc.property(sold, fc.array(step, { maxLength: 5 }), (given, steps) => {
        const first = orderOf(given);
        let current = first;
        for (const { units, shipping } of steps) {
          const left = linesOf(current.items).map((each, at) => Math.min(units[at] ?? 0, Number(unitsToRefund(each))));
          const named = Object.fromEntries(current.items.map(({ item_id: id }, at) => [id, String(left[at] ?? 0)]));
          const share =
            shipping === undefined ? undefined : Number(remainingShipping(current, false)) * (shipping / 100);
          const made = refund(current, { units: named, shipping: share?.toFixed(2) });
          for (const part of [made.amounts.subtotal, made.amounts.tax, made.amounts.shipping]) {
            expect(isNegative(part)).toBe(false);
          }
          current = made.order;
          for (const row of current.items) {
            expect(Number(row.amount_refunded ?? 0)).toBeLessThanOrEqual(Number(row.row_invoiced));
            expect(Number(row.tax_refunded ?? 0)).toBeLessThanOrEqual(Number(row.tax_invoiced));
          }
        }
        const { order: last } = refund(current);
        const ends = [
          [last.total_refunded, first.total_paid],
          [last.subtotal_refunded, first.subtotal_invoiced],
          [last.tax_refunded, first.tax_invoiced],
          [last.discount_refunded, first.discount_invoiced],
          [last.shipping_refunded, first.shipping_invoiced],
          [last.discount_tax_compensation_refunded, first.discount_tax_compensation_invoiced],
          [last.base_total_refunded, first.base_total_paid],
        ];
        for (const [refundedAmount, paid] of ends) expect(plain(refundedAmount)).toBe(plain(paid));
        const after = refund(last).amounts;
        expect(isZero(after.grandTotal) && after.lines.size === 0 && after.shipping === zero).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
