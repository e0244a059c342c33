import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type AddedTotalCart, totalPlaces } from "../../../../src/commerce/cart/totals/added/added-facts.js";
import type { CartLine } from "../../../../src/commerce/cart/totals/cart-facts.js";
import type { RuleFacts, TaxSettings } from "../../../../src/commerce/cart/totals/facts.js";
import type { CartAmounts, LineTotals, Totals } from "../../../../src/commerce/cart/totals/totals.js";
import { type Amount, asAmount, asQuantity, asRatio, zero } from "../../../../src/platform/money/amount.js";
import {
  absolute,
  add,
  equals,
  isGreater,
  isLess,
  isNegative,
  max,
  multiply,
  subtract,
  sum,
} from "../../../../src/platform/money/arithmetic.js";
import { round } from "../../../../src/platform/money/rounding.js";
import { type Given, line, product, rule, shippingClass, skus, taxRule, totalsOf } from "./support.js";

const prices = fc
  .integer({ min: 0, max: 50_000 })
  .map((cents) => `${cents}e-2`)
  .map((text) => asAmount(text));
const quantities = fc.oneof(fc.integer({ min: 1, max: 12 }).map(String), fc.constantFrom("0.5", "1.25", "2.333"));

/** A simple product, or a dynamic bundle of two. */
const lineSpecs = fc.record({
  price: prices,
  other: prices,
  qty: quantities,
  isBundle: fc.boolean(),
  isTaxed: fc.boolean(),
});
type LineSpec = typeof lineSpecs extends fc.Arbitrary<infer Value> ? Value : never;

const toLines = (specs: readonly LineSpec[]) =>
  specs.flatMap(({ price, other, qty, isBundle, isTaxed }, place) => {
    const taxClassId = isTaxed ? 2 : 0;
    const itemId = 10 * place + 1;
    const sku = place % 2 === 0 ? "even" : "odd";
    if (!isBundle) return [line(price, qty, { itemId, sku, product: product({ price, taxClassId }) })];
    return [
      line(0, qty, { itemId, sku, product: product({ type: "bundle" }) }),
      line(price, 1, { itemId: itemId + 1, parentId: itemId, sku: "part", product: product({ price, taxClassId }) }),
      line(other, 2, { itemId: itemId + 2, parentId: itemId, sku, product: product({ price: other, taxClassId }) }),
    ];
  });

const ruleSpecs: fc.Arbitrary<RuleFacts> = fc
  .record({
    action: fc.constantFrom("by_percent", "by_fixed", "cart_fixed", "buy_x_get_y", "to_percent", "to_fixed"),
    amount: fc.oneof(
      fc.integer({ min: 0, max: 120 }).map(String),
      fc.constantFrom("0.01", "7.777", "33.3333", "99.99"),
    ),
    step: fc.integer({ min: 0, max: 3 }),
    maxQty: fc.option(fc.integer({ min: 1, max: 5 }).map(asQuantity), { nil: undefined }),
    appliesToShipping: fc.boolean(),
    stopsRules: fc.boolean(),
    only: fc.constantFrom("even", "part", undefined),
  })
  .map(({ only, maxQty, ...fields }) =>
    rule({ ...fields, ...(maxQty && { maxQty }), ...(only && { actionCondition: skus(only) }) }),
  );

const taxes: fc.Arbitrary<Partial<TaxSettings>> = fc.record({
  algorithm: fc.constantFrom("TOTAL_BASE_CALCULATION", "ROW_BASE_CALCULATION", "UNIT_BASE_CALCULATION"),
  pricesIncludeTax: fc.boolean(),
  shippingIncludesTax: fc.boolean(),
  isAfterDiscount: fc.boolean(),
  discountsIncludeTax: fc.boolean(),
  isCrossBorder: fc.boolean(),
  shippingTaxClassId: fc.constantFrom(0, shippingClass),
});

const taxRules = fc.array(fc.constantFrom("20", "8.25", "7.5", "0.1", "99"), { maxLength: 3 }).map((percents) =>
  percents.map((percent, place) =>
    taxRule(percent, {
      id: place + 1,
      priority: place,
      productTaxClassIds: [2, shippingClass],
      rate: { code: `rate ${place}` },
    }),
  ),
);

const carts: fc.Arbitrary<Given & { readonly specs: readonly LineSpec[] }> = fc
  .record({
    specs: fc.array(lineSpecs, { minLength: 1, maxLength: 6 }),
    rules: fc.array(ruleSpecs, { maxLength: 4 }),
    tax: taxes,
    taxRules,
    shipping: fc.constantFrom("0", "5", "4.99", "12.345"),
  })
  .map((given) => ({ ...given, lines: toLines(given.specs) }));

const abroad = { baseToQuote: asRatio("1.2345"), quoteCurrency: "EUR" };
const cent = asAmount("0.01");

/** Lines whose amounts count: parts of a bundle in its place. */
const counted = (lines: readonly LineTotals[]): LineTotals[] =>
  lines.filter(({ itemId }) => !lines.some(({ parentId }) => parentId === itemId));

const sides = ["base", "quote"] as const;

/** Checks both currencies of the totals of any cart. */
const forAny = (check: (totals: Totals, side: "base" | "quote", given: Given) => void) =>
  fc.assert(
    fc.property(carts, (given) => {
      const totals = totalsOf({ ...given, settings: abroad });
      for (const side of sides) check(totals, side, given);
    }),
    { numRuns: 150 },
  );

describe("totals of any cart", () => {
  it("are the sums of its rows", () => {
    forAny((totals, side) => {
      const rows = counted(totals.lines).map((entry) => entry[side]);
      const amounts = totals[side];
      const total = (pick: (row: LineTotals["base"]) => Amount) => sum([zero, ...rows.map(pick)]);
      expect(amounts.subtotal).toBe(total((row) => row.rowTotal));
      expect(amounts.subtotalInclTax).toBe(total((row) => row.rowTotalInclTax));
      expect(amounts.taxAmount).toBe(
        add(
          total((row) => row.taxAmount),
          amounts.shippingTaxAmount,
        ),
      );
      const discount = add(
        total((row) => row.discountAmount),
        amounts.shippingDiscountAmount,
      );
      expect(equals(add(amounts.discountAmount, discount), zero)).toBe(true);
      expect(amounts.subtotalWithDiscount).toBe(add(amounts.subtotal, amounts.discountAmount));
      expect(amounts.discountTaxCompensationAmount).toBe(total((row) => row.discountTaxCompensationAmount));
    });
  });

  it("have a grand total that is the sum of segments and compensations", () => {
    forAny((totals, side) => {
      const amounts = totals[side];
      const parts: (keyof CartAmounts)[] = [
        "subtotal",
        "discountAmount",
        "shippingAmount",
        "taxAmount",
        "discountTaxCompensationAmount",
        "shippingDiscountTaxCompensationAmount",
      ];
      expect(amounts.grandTotal).toBe(sum(parts.map((part) => amounts[part])));
    });
  });

  it("add up with the charges that extensions add, and are the same but for these", () => {
    const places = fc.constantFrom(...totalPlaces);
    const charges = fc.array(fc.record({ after: places, share: fc.integer({ min: 0, max: 300 }) }), { maxLength: 4 });
    fc.assert(
      fc.property(carts, charges, (given, specs) => {
        const totals = specs.map(({ after, share }, at) => {
          const compute = ({ subtotal, discount, shipping, tax }: AddedTotalCart) =>
            round(max(zero, multiply(sum([subtotal, discount, shipping, tax]), asQuantity(`${share}e-3`))), 2);
          return { ...{ code: `charge_${at}`, title: "Charge", after, version: "1", settingPaths: [] }, compute };
        });
        const added = { totals, fields: {}, setting: () => "" };
        const whole = totalsOf({ ...given, settings: abroad, facts: { added } });
        const plain = totalsOf({ ...given, settings: abroad });
        for (const side of sides) {
          const amounts = (whole.added ?? []).map(({ amount }) => amount[side]);
          expect(whole[side].grandTotal).toBe(sum([plain[side].grandTotal, ...amounts]));
          expect({ ...whole[side], grandTotal: plain[side].grandTotal }).toEqual(plain[side]);
          for (const amount of amounts) expect([isNegative(amount), round(amount, 2)]).toEqual([false, amount]);
        }
        const rows = whole.segments.filter(({ code }) => code.startsWith("charge_"));
        expect(rows.map(({ code, value }) => [code, value])).toEqual(
          (whole.added ?? []).map(({ code, amount }) => [code, amount.quote]),
        );
        expect(whole.lines).toEqual(plain.lines);
      }),
      { numRuns: 150 },
    );
  });

  it("have no discount above the discounted amount", () => {
    forAny((totals, side) => {
      for (const { [side]: row } of counted(totals.lines)) {
        expect(isNegative(row.discountAmount)).toBe(false);
        expect(isGreater(row.discountAmount, row.rowTotalInclTax)).toBe(false);
      }
      const { shippingDiscountAmount, shippingInclTax } = totals[side];
      expect(isNegative(shippingDiscountAmount)).toBe(false);
      expect(isGreater(shippingDiscountAmount, shippingInclTax)).toBe(false);
    });
  });

  it("are never negative, except for the cents that rounding carries from row to row", () => {
    forAny((totals, side, { lines }) => {
      const carried = multiply(cent, asQuantity(lines.length + 1));
      expect(isLess(add(totals[side].grandTotal, carried), zero)).toBe(false);
    });
  });

  it("have whole cents", () => {
    forAny((totals, side) => {
      // The price of the product is not an amount of the cart.
      const rows = counted(totals.lines).map((entry) => ({ ...entry[side], originalPrice: zero }));
      for (const amount of [totals[side], ...rows].flatMap((record) => Object.values(record) as Amount[])) {
        expect(round(amount, 2)).toBe(amount);
      }
    });
  });

  it("record the exact amounts of each rule and each rate", () => {
    forAny((totals, side) => {
      const amounts = totals[side];
      expect(sum([zero, ...totals.appliedTaxes.map(({ amount }) => amount[side])])).toBe(amounts.taxAmount);
      for (const entry of counted(totals.lines)) {
        expect(sum([zero, ...entry.discounts.map(({ amount }) => amount[side])])).toBe(entry[side].discountAmount);
        const taxesOfLine = totals.itemTaxes.filter(({ itemId }) => itemId === entry.itemId);
        expect(sum([zero, ...taxesOfLine.map(({ amount }) => amount[side])])).toBe(entry[side].taxAmount);
      }
      const ofRules = totals.rules.flatMap(({ amount, shippingAmount }) => [amount[side], shippingAmount[side]]);
      expect(equals(add(sum([zero, ...ofRules]), amounts.discountAmount), zero)).toBe(true);
    });
  });

  it("record the discount of a rule that discounts a cent in one currency only", () => {
    const spec = { price: cent, other: zero, qty: "1", isBundle: false, isTaxed: false };
    const rules = [
      rule({ id: 1, action: "to_fixed", amount: "0.005" }),
      rule({ id: 2, action: "cart_fixed", amount: "1", actionCondition: skus("even") }),
    ];
    const { lines } = totalsOf({ lines: toLines([spec]), rules, settings: abroad });
    expect(lines[0]).toMatchObject({
      base: { discountAmount: "0.01" },
      quote: { discountAmount: "0.01" },
      discounts: [
        { ruleId: 1, amount: { base: "0.01", quote: "0" } },
        { ruleId: 2, amount: { base: "0", quote: "0.01" } },
      ],
    });
  });

  it("are the same in both currencies if they have the same value", () => {
    fc.assert(
      fc.property(carts, (given) => {
        const { base, quote, lines } = totalsOf(given);
        expect(quote).toEqual(base);
        for (const entry of lines) expect(entry.quote).toEqual(entry.base);
      }),
    );
  });

  it("equal in the second currency the totals of a cart with prices in that currency", () => {
    fc.assert(
      fc.property(carts, (given) => {
        const { quote, lines } = totalsOf({ ...given, settings: { baseToQuote: asRatio(2) } });
        const doubled = totalsOf(inSecondCurrency(given));
        expect(quote).toEqual(doubled.base);
        expect(lines.map((entry) => entry.quote)).toEqual(doubled.lines.map((entry) => entry.base));
      }),
    );
  });

  it("are the same for any order of items, within a cent per rounding", () => {
    fc.assert(
      fc.property(carts, fc.infiniteStream(fc.nat()), ({ lines, ...given }, random) => {
        const ranks = new Map(lines.map(({ itemId, parentId }) => [parentId ?? itemId, random.next().value ?? 0]));
        const rank = ({ itemId, parentId = itemId }: CartLine) => ranks.get(parentId) ?? 0;
        const one = totalsOf({ ...given, lines });
        const other = totalsOf({ ...given, lines: [...lines].sort((a, b) => rank(a) - rank(b)) });
        // Each rule, and the tax before and after discounts, can differ by a cent; the tax again by that of the discounts.
        const cents = multiply(cent, asQuantity(3 * (given.rules?.length ?? 0) + 4));
        const difference = absolute(subtract(one.base.grandTotal, other.base.grandTotal));
        expect(isGreater(difference, multiply(cents, asQuantity(lines.length)))).toBe(false);
      }),
    );
  });
});

const fixedActions = new Set(["by_fixed", "cart_fixed", "to_fixed"]);
const two = asQuantity(2);

function inSecondCurrency({ lines, rules = [], shipping = 0, ...given }: Given): Given {
  return {
    ...given,
    lines: lines.map((entry) => ({
      ...entry,
      product: { ...entry.product, price: multiply(entry.product.price, two) },
    })),
    rules: rules.map((entry) =>
      fixedActions.has(entry.action ?? "") ? { ...entry, amount: multiply(entry.amount, two) } : entry,
    ),
    shipping: multiply(asAmount(shipping), two),
  };
}
