import { describe, expect, it } from "vitest";
import type { TaxAlgorithm } from "../../../../src/commerce/cart/totals/facts.js";
import { asQuantity } from "../../../../src/platform/money/amount.js";
import { line, numbers, product, rule, shippingClass, taxRule, totalsOf } from "./support.js";

const total: TaxAlgorithm = "TOTAL_BASE_CALCULATION";
const row: TaxAlgorithm = "ROW_BASE_CALCULATION";
const unit: TaxAlgorithm = "UNIT_BASE_CALCULATION";

const itemAmounts = ["price", "priceInclTax", "rowTotal", "rowTotalInclTax", "taxAmount"];

describe("tax of a discounted cart with taxed shipping", () => {
  const given = {
    lines: [line(10, 2)],
    shipping: 10,
    taxRules: [taxRule(20), taxRule("7.5", { id: 2, productTaxClassIds: [shippingClass] })],
    rules: [rule({ amount: 50 })],
  };

  it("is computed after the discount, and shipping is taxed at its own rate", () => {
    const { quote, lines } = totalsOf({ ...given, tax: { shippingTaxClassId: shippingClass } });
    expect(numbers(quote, "subtotal", "subtotalInclTax", "shippingAmount", "shippingInclTax")).toEqual([
      20, 24, 10, 10.75,
    ]);
    expect(numbers(quote, "discountAmount", "taxAmount", "grandTotal")).toEqual([-10, 2.75, 22.75]);
    expect(numbers(lines[0]?.quote ?? {}, "taxAmount", "discountAmount")).toEqual([2, 10]);
  });

  it("is lower if discounts are computed on prices including tax", () => {
    const tax = { shippingTaxClassId: shippingClass, discountsIncludeTax: true };
    const { quote, lines } = totalsOf({ ...given, tax });
    expect(numbers(lines[0]?.quote ?? {}, "taxAmount", "discountAmount")).toEqual([1.6, 12]);
    expect(numbers(quote, "discountAmount", "taxAmount", "grandTotal")).toEqual([-12, 2.35, 20.35]);
  });
});

describe("the three algorithms", () => {
  it("carry a rounding error from row to row only in the total algorithm", () => {
    const of = (algorithm: TaxAlgorithm) => {
      const { quote, lines } = totalsOf({
        lines: [line(10), line(11)],
        taxRules: [taxRule("8.25")],
        tax: { algorithm },
      });
      const items = lines.flatMap((entry) => numbers(entry.quote, "taxAmount", "rowTotalInclTax"));
      return [...items, ...numbers(quote, "taxAmount", "grandTotal")];
    };
    expect(of(total)).toEqual([0.83, 10.83, 0.9, 11.9, 1.73, 22.73]);
    expect(of(row)).toEqual([0.83, 10.83, 0.91, 11.91, 1.74, 22.74]);
    expect(of(unit)).toEqual([0.83, 10.83, 0.91, 11.91, 1.74, 22.74]);
  });

  it("multiply the tax of a unit in the unit algorithm", () => {
    const { quote, lines } = totalsOf({ lines: [line(10, 2)], taxRules: [taxRule("8.25")], tax: { algorithm: unit } });
    expect(numbers(lines[0]?.quote ?? {}, ...itemAmounts)).toEqual([10, 10.83, 20, 21.66, 1.66]);
    expect(Number(quote.grandTotal)).toBe(21.66);
  });

  it("separate price and tax of a price that includes tax", () => {
    const of = (algorithm: TaxAlgorithm) => {
      const tax = { algorithm, pricesIncludeTax: true };
      const { lines } = totalsOf({ lines: [line("9.99", 2)], taxRules: [taxRule(20)], tax });
      return numbers(lines[0]?.quote ?? {}, "price", "rowTotal", "rowTotalInclTax", "taxAmount");
    };
    expect(of(unit)).toEqual([8.32, 16.64, 19.98, 3.34]);
    expect(of(row)).toEqual([8.33, 16.65, 19.98, 3.33]);
    expect(of(total)).toEqual([8.33, 16.65, 19.98, 3.33]);
  });
});

describe("prices that include tax", () => {
  const incl = { pricesIncludeTax: true, shippingIncludesTax: true, shippingTaxClassId: shippingClass };

  it("leave the tax in a discount as compensation", () => {
    const { quote, lines } = totalsOf({
      lines: [line(29)],
      shipping: 5,
      tax: { ...incl, algorithm: row },
      taxRules: [taxRule(10, { productTaxClassIds: [2, shippingClass] })],
      rules: [rule({ amount: 50, appliesToShipping: true })],
    });
    const item = lines[0]?.quote ?? {};
    expect(numbers(item, "price", "discountAmount", "taxAmount", "discountTaxCompensationAmount")).toEqual([
      26.36, 13.18, 1.44, 1.2,
    ]);
    expect(numbers(quote, "subtotal", "subtotalInclTax", "discountAmount", "shippingDiscountAmount")).toEqual([
      26.36, 29, -15.46, 2.28,
    ]);
    expect(numbers(quote, "shippingAmount", "shippingInclTax", "shippingTaxAmount")).toEqual([4.55, 5, 0.25]);
    expect(numbers(quote, "shippingDiscountTaxCompensationAmount", "taxAmount", "grandTotal")).toEqual([
      0.2, 1.69, 18.54,
    ]);
  });

  it("change with the rate of the customer, unless cross-border trade keeps them", () => {
    const abroad = { countryId: "DE" };
    const of = (isCrossBorder: boolean) => {
      const { quote, lines } = totalsOf({
        lines: [line("9.99", 2)],
        tax: { ...incl, algorithm: unit, isCrossBorder },
        taxRules: [taxRule(10), taxRule(20, { id: 2, rate: { countryId: "DE" } })],
        cart: { shippingAddress: abroad },
      });
      return [...numbers(lines[0]?.quote ?? {}, ...itemAmounts), Number(quote.grandTotal)];
    };
    expect(of(false)).toEqual([9.08, 10.9, 18.16, 21.8, 3.64, 21.8]);
    expect(of(true)).toEqual([8.32, 9.99, 16.64, 19.98, 3.34, 19.98]);
  });
});

describe("several rates", () => {
  it("compound by priority", () => {
    const { quote, lines, appliedTaxes } = totalsOf({
      lines: [line(1, 10)],
      taxRules: [taxRule("7.5", { priority: 1 }), taxRule("5.5", { id: 2, priority: 2 })],
    });
    expect(appliedTaxes.map(({ percent, amount }) => [Number(percent), Number(amount.quote)])).toEqual([
      [7.5, 0.75],
      [5.9125, 0.59],
    ]);
    expect(Number(lines[0]?.taxPercent)).toBe(13.4125);
    expect(numbers(lines[0]?.quote ?? {}, "priceInclTax")).toEqual([1.13]);
    expect(Number(quote.grandTotal)).toBe(11.34);
  });

  it("show four decimal places of their sum, cut from a binary fraction as Magento cuts it", () => {
    const { lines } = totalsOf({
      lines: [line(1, 10)],
      taxRules: [taxRule("8.25", { priority: 1 }), taxRule("1.5", { id: 2, priority: 2 })],
    });
    expect(Number(lines[0]?.taxPercent)).toBe(9.8737);
  });

  it("add up if the later rule calculates the subtotal only", () => {
    const { quote, lines, appliedTaxes } = totalsOf({
      lines: [line("10.05"), line("10.45")],
      taxRules: [taxRule(9, { priority: 1 }), taxRule(5, { id: 2, priority: 2, calculatesSubtotal: true })],
    });
    expect(lines.map((entry) => numbers(entry.quote, "taxAmount", "rowTotalInclTax"))).toEqual([
      [1.4, 11.45],
      [1.48, 11.93],
    ]);
    expect(appliedTaxes.map(({ amount }) => Number(amount.quote))).toEqual([1.85, 1.03]);
    expect(numbers(quote, "taxAmount", "grandTotal")).toEqual([2.88, 23.38]);
  });
});

describe("a dynamic bundle", () => {
  it("has the sums of its children, which are taxed at their own rates", () => {
    const child = (price: string, taxClassId: number) =>
      line(price, 2, { parentId: 100, product: product({ price, taxClassId }) });
    const { quote, lines } = totalsOf({
      lines: [line(0, 10, { itemId: 100, product: product({ type: "bundle" }) }), child("12.34", 2), child("1.99", 5)],
      tax: { algorithm: row },
      taxRules: [taxRule("7.5"), taxRule(22, { id: 2, productTaxClassIds: [5] })],
    });
    expect(lines.map(({ totalQty }) => totalQty)).toEqual([asQuantity(10), asQuantity(20), asQuantity(20)]);
    expect(lines.map((entry) => numbers(entry.quote, ...itemAmounts))).toEqual([
      [28.66, 31.39, 286.6, 313.87, 27.27],
      [12.34, 13.27, 246.8, 265.31, 18.51],
      [1.99, 2.43, 39.8, 48.56, 8.76],
    ]);
    expect(Number(quote.grandTotal)).toBe(313.87);
  });
});
