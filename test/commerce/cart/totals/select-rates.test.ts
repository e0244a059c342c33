import { describe, expect, it } from "vitest";
import type { CartFacts } from "../../../../src/commerce/cart/totals/cart-facts.js";
import type { TaxRateFacts } from "../../../../src/commerce/cart/totals/facts.js";
import { selectRates } from "../../../../src/commerce/cart/totals/taxes/select-rates.js";
import { asPercent } from "../../../../src/platform/money/amount.js";
import { customerClass, line, numbers, productClass, shippingClass, taxRule, totalsOf } from "./support.js";

const address = { countryId: "US", regionId: 12, postcode: "90210-1234" };
const request = { customerTaxClassId: customerClass, productTaxClassId: productClass, destination: address };
const rate = (percent: number, fields: Partial<TaxRateFacts>): TaxRateFacts => ({
  id: percent,
  code: `rate ${percent}`,
  percent: asPercent(percent),
  countryId: "US",
  regionId: 0,
  postcode: "*",
  ...fields,
});

describe("the selection of tax rates", () => {
  it("takes the most specific rate of each rule", () => {
    const of = (...rates: TaxRateFacts[]) => Number(selectRates([taxRule(1, { rates })], request).percent);
    expect(of(rate(1, {}), rate(2, { regionId: 12 }))).toBe(2);
    expect(of(rate(1, { postcode: "9021*" }), rate(2, { postcode: "90*" }))).toBe(1);
    expect(of(rate(1, { postcode: "90210" }), rate(2, { postcode: "90*" }))).toBe(1);
    expect(of(rate(1, { regionId: 12 }), rate(2, { postcode: "90210" }))).toBe(1);
    expect(of(rate(1, {}), rate(3, {}), rate(2, { postcode: "" }))).toBe(3);
  });

  it("ignores other countries, regions and postal codes", () => {
    const rates = [
      rate(1, { countryId: "DE" }),
      rate(2, { regionId: 13 }),
      rate(3, { postcode: "80*" }),
      rate(4, { zipFrom: 90_211, zipTo: 90_300 }),
    ];
    expect(selectRates([taxRule(1, { rates })], request).groups).toEqual([]);
  });

  it("finds extended postal codes in ranges of numbers by their first part", () => {
    const rates = [rate(4, { zipFrom: 90_000, zipTo: 90_300, postcode: "90000-90300" })];
    expect(selectRates([taxRule(1, { rates })], request).percent).toBe("4");
  });

  it("needs both tax classes and a country", () => {
    const rules = [taxRule(5)];
    expect(selectRates(rules, { ...request, productTaxClassId: 0 }).percent).toBe("0");
    expect(selectRates(rules, { ...request, customerTaxClassId: 99 }).percent).toBe("0");
    expect(selectRates(rules, { ...request, destination: {} }).percent).toBe("0");
  });

  it("adds rates of equal priority and compounds later ones", () => {
    const rules = [5, 6, 10].map((percent) => taxRule(percent, { id: percent, priority: percent > 6 ? 2 : 1 }));
    const { percent, groups } = selectRates(rules, request);
    expect(Number(percent)).toBe(22.1);
    expect(groups.map(({ id, percent: part }) => [id, Number(part)])).toEqual([
      ["rate 5rate 6", 11],
      ["rate 10", 11.1],
    ]);
  });

  it("prefers the customer's own address to the default destination while the cart has no address", () => {
    const rules = [taxRule(5), taxRule(7, { id: 2, rate: { countryId: "DE" } })];
    const lines = [line(100)];
    const of = (cart: Partial<CartFacts>) => totalsOf({ lines, taxRules: rules, cart }).quote.taxAmount;
    expect(of({ shippingAddress: {} })).toBe("5");
    expect(of({ shippingAddress: {}, billingAddress: { countryId: "DE" } })).toBe("7");
    const customer = { id: 1, groupId: 1, taxClassId: customerClass, defaultShipping: { countryId: "DE" } };
    expect(of({ shippingAddress: {}, customer })).toBe("7");
  });
});

describe("tax in prices", () => {
  it("is the same within documented rounding whether or not prices include it", () => {
    for (let cents = 1; cents < 2000; cents += 37) {
      for (const algorithm of ["TOTAL_BASE_CALCULATION", "ROW_BASE_CALCULATION", "UNIT_BASE_CALCULATION"] as const) {
        const taxRules = [taxRule("8.25", { productTaxClassIds: [productClass, shippingClass] })];
        const excl = totalsOf({ lines: [line(`${cents}e-2`, 3)], taxRules, tax: { algorithm } });
        const price = excl.lines[0]?.quote.priceInclTax ?? "";
        const incl = totalsOf({ lines: [line(price, 3)], taxRules, tax: { algorithm, pricesIncludeTax: true } });
        const [one, other] = [excl, incl].flatMap(({ quote }) => numbers(quote, "grandTotal")) as [number, number];
        // The price including tax is rounded for each unit, and the row once.
        expect(Math.abs(one - other)).toBeLessThanOrEqual(3 * 0.005 + 0.005 + 1e-9);
      }
    }
  });
});
