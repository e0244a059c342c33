import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainDecimal } from "../../../src/api/contract/scalars.js";
import { asAmount, asQuantity } from "../../../src/platform/money/amount.js";
import { add, isNegative, subtract, sum } from "../../../src/platform/money/arithmetic.js";
import { linesToRefund } from "../../../src/commerce/sales/credit-memos/refund/lines-to-refund.js";
import { refundAmounts } from "../../../src/commerce/sales/credit-memos/refund/refund-amounts.js";
import * as refunds from "../../../src/commerce/sales/credit-memos/refund/refund-rows.js";
import {
  balanceShares,
  balancesOf,
  currencyPrefixes as prefixes,
  documentColumn,
  pointsOf,
  storedAmount,
  wrappedLines,
  wrappingShare,
} from "../../../src/commerce/sales/documents/commerce-shares.js";
import { sharesOf } from "../../../src/commerce/sales/documents/document-columns.js";
import { stateAfterDocument } from "../../../src/commerce/sales/documents/state-after-document.js";
import { invoiceAmounts } from "../../../src/commerce/sales/invoices/invoice-amounts.js";
import * as invoices from "../../../src/commerce/sales/invoices/invoice-rows.js";
import { linesToInvoice } from "../../../src/commerce/sales/invoices/requested-lines.js";
import { linesOf, unitsToInvoice, unitsToRefund } from "../../../src/commerce/sales/orders/items/item-quantities.js";
import { canRefund } from "../../../src/commerce/sales/orders/states/order-states.js";
import type { ItemRow, StoredOrder } from "../../../src/commerce/sales/orders/stored-order.js";

const plain = (amount: string | null | undefined) => plainDecimal(amount ?? "0");

describe("the division of a document's total", () => {
  const paid = { reward_currency_amount: "4", gift_cards_amount: "20", customer_balance_amount: "30.25" };

  it("pays an invoice from points, then gift cards, then store credit, each up to the amount that is left", () => {
    const share = (stored: object, total: string) => {
      const { balances, rest } = balanceShares(stored, { stage: "invoiced", prefix: "", total: asAmount(total) });
      return [balances.reward_currency, balances.gift_cards, balances.customer_balance, rest].map(plain);
    };
    expect(share(paid, "60")).toEqual(["4", "20", "30.25", "5.75"]);
    expect(share(paid, "10")).toEqual(["4", "6", "0", "0"]);
    expect(share({ ...paid, reward_currency_invoiced: "4", gift_cards_invoiced: "6" }, "50")).toEqual([
      ...["0", "14", "30.25", "5.75"],
    ]);
    expect(share({}, "10")).toEqual(["0", "0", "0", "10"]);
  });

  it("refunds gift cards, then store credit, then points, no more than is invoiced and not refunded", () => {
    const stored = { reward_currency_invoiced: "4", gift_cards_invoiced: "20", gift_cards_refunded: "15" };
    const more = { customer_balance_invoiced: "1" };
    const of = { stage: "refunded", prefix: "", total: asAmount("8") } as const;
    expect(balanceShares({ ...stored, ...more }, of)).toEqual({
      balances: { reward_currency: "2", gift_cards: "5", customer_balance: "1" },
      rest: "0",
    });
  });

  it("has all wrapping on the first document, with the irregular names of its tax", () => {
    const wrapped = {
      gw_price: "2.0000",
      gw_tax_amount: "0.2000",
      gw_items_price: "6.0000",
      gw_items_tax_amount: "0.6000",
    };
    expect(wrappingShare(wrapped, "invoiced", "")).toMatchObject({ amounts: wrapped, price: "8", tax: "0.8" });
    const invoiced = { gw_price_invoiced: "2.0000", gw_items_tax_invoiced: "0.6000" };
    expect(wrappingShare({ ...wrapped, ...invoiced }, "invoiced", "").amounts).toEqual({});
    expect(wrappingShare({ ...wrapped, ...invoiced }, "refunded", "").amounts).toEqual({
      gw_price: "2.0000",
      gw_items_tax_amount: "0.6000",
    });
    const line = { gw_id: 1, gw_price: "6.0000", gw_tax_amount: "0.6000" };
    expect(
      wrappedLines(
        [
          { item_id: 1, commerce: line },
          { item_id: 2, commerce: null },
        ],
        "invoiced",
      ),
    ).toEqual([{ item_id: 1, commerce: { ...line, gw_price_invoiced: "6.0000", gw_tax_amount_invoiced: "0.6000" } }]);
  });

  it("gives points back in proportion, and all of them with the whole amount", () => {
    const points = (refunded: string) =>
      pointsOf(
        { reward_points_balance: 25, base_reward_currency_amount: "10", base_reward_currency_refunded: refunded },
        "refunded",
      );
    expect(["0", "3.33", "9.99", "10"].map(points).map(plain)).toEqual(["0", "8", "24", "25"]);
    expect(pointsOf({}, "refunded")).toBe("0");
  });
});

/** A line with its prices in both currencies, which do not have the same ratio everywhere, as amounts are rounded. */
const line = fc.record({
  qty: fc.integer({ min: 1, max: 4 }),
  row_total: fc.integer({ min: 0, max: 20_000 }),
  base_row_total: fc.integer({ min: 0, max: 20_000 }),
  tax_amount: fc.integer({ min: 0, max: 3000 }),
  base_tax_amount: fc.integer({ min: 0, max: 3000 }),
});
const perMille = fc.integer({ min: 0, max: 1000 });
const order = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  shipping: fc.integer({ min: 0, max: 2000 }),
  wrapping: fc.option(fc.integer({ min: 0, max: 900 }), { nil: undefined }),
  shares: fc.tuple(perMille, perMille, perMille),
  points: fc.integer({ min: 1, max: 500 }),
});
const cents = (value: number) => asAmount((value / 100).toFixed(2));
type Given = typeof order extends fc.Arbitrary<infer Value> ? Value : never;

/** Returns an order that points, gift cards and store credit pay parts of, in both currencies. */
function orderOf({ lines, shipping, wrapping, shares, points }: Given): StoredOrder {
  const gw = wrapping ?? 0;
  const tax = Math.round(gw / 10);
  const inCurrency = (prefix: (typeof prefixes)[number]) => {
    const subtotal = lines.reduce((total, one) => total + one[`${prefix}row_total`], 0);
    const taxes = lines.reduce((total, one) => total + one[`${prefix}tax_amount`], 0) + 3 * tax;
    let rest = subtotal + taxes + shipping + 3 * gw;
    const parts = (["reward_currency", "gift_cards", "customer_balance"] as const).map((name, at) => {
      const part = Math.floor((rest * (shares[at] ?? 0)) / 1000);
      rest -= part;
      return [`${prefix}${name}_amount`, cents(part)];
    });
    const charges = ["gw", "gw_items", "gw_card"].flatMap((charge) => [
      [`${charge}_${prefix}price`, (gw / 100).toFixed(4)],
      [`${charge}_${prefix}tax_amount`, (tax / 100).toFixed(4)],
    ]);
    return {
      columns: {
        [`${prefix}subtotal`]: cents(subtotal),
        [`${prefix}tax_amount`]: cents(taxes),
        [`${prefix}shipping_amount`]: cents(shipping),
        [`${prefix}grand_total`]: cents(rest),
      },
      commerce: Object.fromEntries([...parts, ...(wrapping === undefined ? [] : charges)]) as object,
    };
  };
  const [own, base] = [inCurrency(""), inCurrency("base_")];
  const money = ["row_total", "base_row_total", "tax_amount", "base_tax_amount"] as const;
  const codes = { order_currency_code: "EUR", base_currency_code: "USD", base_to_order_rate: "1" };
  return {
    ...{ entity_id: 1, store_id: 1, increment_id: "000000001", state: "processing", status: "processing", ...codes },
    ...{ ...own.columns, ...base.columns },
    commerce: { reward_points_balance: points, ...own.commerce, ...base.commerce },
    items: lines.map(({ qty, ...of }, at) => ({
      ...{ item_id: at + 1, sku: `sku-${at}`, name: "Name", product_type: "simple", qty_ordered: String(qty) },
      ...Object.fromEntries(money.map((name) => [name, cents(of[name])])),
    })),
    ...{ addresses: [], payment: null, history: [], taxes: [], tax_items: [] },
  };
}

const changed = (before: StoredOrder, columns: object, items: readonly (Partial<ItemRow> & { item_id: number })[]) => {
  const changes = new Map(items.map((item) => [item.item_id, item]));
  return { ...before, ...columns, items: before.items.map((item) => ({ ...item, ...changes.get(item.item_id) })) };
};

function invoice(order: StoredOrder, wanted: ReadonlyMap<number, string>) {
  const requested = [...wanted].map(([order_item_id, qty]) => ({ order_item_id, qty }));
  const lines = linesToInvoice(order.items, requested);
  const amounts = { own: invoiceAmounts(order, lines, ""), base: invoiceAmounts(order, lines, "base_") };
  const after = changed(
    order,
    invoices.changedOrder(order, lines, amounts),
    lines.map((one) => invoices.changedItem(one, amounts)),
  );
  return { amounts, order: after };
}

function refund(order: StoredOrder, wanted: ReadonlyMap<number, string>) {
  const requested = new Map([...wanted].map(([id, qty]) => [id, asQuantity(qty)]));
  const lines = linesToRefund(order.items, { requested });
  const extras = { shipping: undefined, adjustmentPositive: asAmount(0), adjustmentNegative: asAmount(0) };
  const given = { lines, extras };
  const amounts = { own: refundAmounts(order, given, ""), base: refundAmounts(order, given, "base_") };
  const items = lines.map((one) => ({ row: one.row, columns: refunds.itemColumns(one, amounts) }));
  const toCredit = { own: asAmount(0), base: asAmount(0) };
  const shares = sharesOf(amounts);
  const memo = { columns: refunds.memoColumns(amounts, new Set()), items, isOnline: false, shares, toCredit, note: {} };
  const after = changed(
    order,
    refunds.changedOrder(order, memo),
    items.map(({ row, columns }) => refunds.changedItem(row, columns)),
  );
  return { amounts, order: after };
}

/** Makes documents of a unit of a line each, in an order that the steps decide, until nothing is left. */
function divide(
  order: StoredOrder,
  steps: readonly number[],
  { left, make }: { left: typeof unitsToInvoice; make: typeof invoice | typeof refund },
) {
  const documents: ReturnType<typeof invoice | typeof refund>["amounts"][] = [];
  for (let at = 0; ; at += 1) {
    const open = linesOf(order.items).filter((one) => Number(left(one)) > 0);
    const first = open[(steps[at % steps.length] ?? 0) % open.length];
    if (!first) return { order, documents };
    const made = make(order, new Map([[first.row.item_id, "1"]]));
    documents.push(made.amounts);
    order = made.order;
  }
}

describe("the documents of an order that balances paid in part", () => {
  it("add up to the order exactly, and refund neither more nor less, however it is divided", () => {
    const steps = fc.array(fc.nat(5), { minLength: 1, maxLength: 6 });
    const property = fc.property(order, steps, steps, (given, first, second) => {
      const placed = orderOf(given);
      const invoiced = divide(placed, first, { left: unitsToInvoice, make: invoice });
      for (const prefix of prefixes) {
        const all = invoiced.documents.map(({ own, base }) => (prefix ? base : own));
        expect(all.filter(({ grandTotal }) => isNegative(grandTotal))).toEqual([]);
        expect(plain(sum(all.map(({ grandTotal }) => grandTotal)))).toBe(plain(placed[`${prefix}grand_total`]));
        for (const name of ["reward_currency", "gift_cards", "customer_balance"] as const) {
          const total = plain(storedAmount(placed.commerce, `${prefix}${name}_amount`));
          expect(plain(sum(all.map(({ share }) => share.balances[name])))).toBe(total);
          expect(plain(storedAmount(invoiced.order.commerce, `${prefix}${name}_invoiced`))).toBe(total);
        }
      }
      const back = divide(invoiced.order, second, { left: unitsToRefund, make: refund });
      for (const prefix of prefixes) {
        const { commerce } = back.order;
        expect(plain(back.order[`${prefix}total_refunded`])).toBe(plain(placed[`${prefix}grand_total`]));
        expect(plain(balancesOf(commerce, prefix, "refunded"))).toBe(plain(balancesOf(commerce, prefix, "amount")));
      }
      const whole = add(asAmount(placed.grand_total ?? 0), balancesOf(placed.commerce, "", "amount"));
      if (whole !== "0") {
        expect(canRefund(back.order)).toBe(false);
        expect(stateAfterDocument(back.order, { beginsProcessing: false, keepsStatus: false }).state).toBe("closed");
      }
      const isPaid = Number(storedAmount(placed.commerce, "base_reward_currency_amount")) > 0;
      expect(plain(pointsOf(back.order.commerce, "refunded"))).toBe(isPaid ? String(given.points) : "0");
    });
    fc.assert(property, { numRuns: 150 });
  });

  it("show nothing without wrapping and balances", () => {
    const before = { ...orderOf({ lines: [], shipping: 0, wrapping: undefined, shares: [0, 0, 0], points: 1 }) };
    const { share } = invoiceAmounts({ ...before, commerce: null }, [], "");
    expect(documentColumn({ own: share, base: share })).toEqual({});
    expect(plain(subtract(asAmount(1), balancesOf(null, "", "invoiced")))).toBe("1");
  });
});
