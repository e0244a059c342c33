import { describe, expect, it } from "vitest";
import { all, condition, line, numbers, product, rule, shippingClass, skus, taxRule, totalsOf } from "./support.js";

const discounts = (given: Parameters<typeof totalsOf>[0]) =>
  totalsOf(given).lines.map(({ quote }) => Number(quote.discountAmount));

describe("discounts", () => {
  it("apply free units to the price left by an earlier amount", () => {
    const rules = [rule({ action: "by_fixed", amount: 10 }), rule({ action: "buy_x_get_y", step: 3, amount: 2 })];
    const { quote, lines } = totalsOf({ lines: [line(123, 5)], rules });
    expect(lines[0]?.discounts.map(({ amount }) => Number(amount.quote))).toEqual([50, 226]);
    expect(Number(quote.discountAmount)).toBe(-276);
  });

  it("are divided among the children of a dynamic bundle", () => {
    const { quote, lines } = totalsOf({
      lines: [
        line(0, 1, { itemId: 200, sku: "bundle", product: product({ type: "bundle" }) }),
        line("5.99", 1, { parentId: 200, sku: "first" }),
        line("15.99", 1, { parentId: 200, sku: "second" }),
      ],
      rules: [
        rule({ amount: 20, actionCondition: skus("bundle") }),
        rule({ action: "by_fixed", amount: "1.5", actionCondition: skus("first") }),
      ],
    });
    expect(lines.map((entry) => entry.discounts.map(({ amount }) => Number(amount.quote)))).toEqual([
      [],
      [1.2, 1.5],
      [3.2],
    ]);
    expect(lines.map((entry) => Number(entry.quote.discountAmount))).toEqual([0, 2.7, 3.2]);
    expect(Number(quote.discountAmount)).toBe(-5.9);
  });

  it.each([
    [1, -10, 1],
    [3, -97.8, 2],
    [9, -564.6, 3],
  ])("depend on the steps of the rules: %i units get %f", (qty, amount, count) => {
    const { quote, appliedRuleIds } = totalsOf({
      lines: [line(123, qty)],
      rules: [
        rule({ action: "by_fixed", amount: 10 }),
        rule({ amount: 20, step: 3 }),
        rule({ action: "buy_x_get_y", step: 5, amount: 3 }),
      ],
    });
    expect(Number(quote.discountAmount)).toBe(amount);
    expect(appliedRuleIds).toHaveLength(count);
  });

  it("depend on the subtotal left by earlier rules", () => {
    const above75 = condition("Address", { attribute_name: "base_subtotal_with_discount", operator: ">", value: "75" });
    const byCoupon = rule({ amount: 30, couponType: 2, sortOrder: 1 });
    const rules = [
      rule({
        action: "by_fixed",
        amount: 10,
        sortOrder: 2,
        appliesToShipping: true,
        condition: all("Combine", above75),
      }),
      byCoupon,
    ];
    const coupon = {
      id: 1,
      code: "Thirty",
      ruleId: byCoupon.id,
      isGenerated: false,
      usageLimit: 0,
      usagePerCustomer: 0,
      timesUsed: 0,
      timesUsedByCustomer: 0,
    };
    const of = (couponCode: string) => {
      const { quote } = totalsOf({ lines: [line(100)], shipping: 5, rules, cart: { couponCode }, facts: { coupon } });
      return numbers(quote, "discountAmount", "shippingDiscountAmount", "subtotalWithDiscount");
    };
    expect(of("")).toEqual([-15, 5, 85]);
    expect(of(" THIRTY ")).toEqual([-30, 0, 70]);
  });
});

describe("a fixed discount on the whole cart", () => {
  it("is divided among items without losing a cent", () => {
    const lines = [line(22), line(14), line(43), line("7.5"), line(0)];
    const rules = [rule({ action: "cart_fixed", amount: 15 })];
    expect(discounts({ lines, rules })).toEqual([3.82, 2.42, 7.46, 1.3, 0]);
    expect(Number(totalsOf({ lines, rules }).quote.discountAmount)).toBe(-15);
  });

  it("is divided in proportion to the amounts left by earlier rules", () => {
    const rules = [rule({ amount: 50 }), rule({ action: "cart_fixed", amount: 10 })];
    const { quote, lines } = totalsOf({ lines: [line("5.99"), line("15.99")], rules });
    expect(lines.map((entry) => entry.discounts.map(({ amount }) => Number(amount.quote)))).toEqual([
      [3, 2.72],
      [7.99, 7.28],
    ]);
    expect(Number(quote.discountAmount)).toBe(-20.99);
  });

  it("never discounts more than the amount left, with shipping", () => {
    const rules = [
      rule({ amount: 50, appliesToShipping: true }),
      rule({ action: "cart_fixed", amount: 40, appliesToShipping: true }),
    ];
    const { quote } = totalsOf({ lines: [line(15, 2), line(10, 2)], shipping: 20, rules });
    expect(numbers(quote, "discountAmount", "grandTotal")).toEqual([-70, 0]);
  });

  it.each([true, false])("includes the tax of items and shipping, with tax after discounts: %s", (isAfterDiscount) => {
    const { quote } = totalsOf({
      lines: [line(51)],
      shipping: 5,
      tax: {
        pricesIncludeTax: true,
        shippingIncludesTax: true,
        discountsIncludeTax: true,
        isCrossBorder: true,
        shippingTaxClassId: shippingClass,
        isAfterDiscount,
      },
      taxRules: [taxRule(20, { productTaxClassIds: [2, shippingClass] })],
      rules: [rule({ action: "cart_fixed", amount: 56, appliesToShipping: true })],
    });
    expect(numbers(quote, "discountAmount", "shippingDiscountAmount", "grandTotal")).toEqual([-56, 5, 0]);
  });
});
