import { describe, expect, it } from "vitest";
import type { CartFacts } from "../../../../src/commerce/cart/totals/cart-facts.js";
import type { CouponFacts, RuleFacts, ShippingRequest } from "../../../../src/commerce/cart/totals/facts.js";
import { ruleApplies } from "../../../../src/commerce/cart/totals/discounts/sales-rules.js";
import { asQuantity, asRatio, asWeight } from "../../../../src/platform/money/amount.js";
import { all, cartOf, condition, factsOf, line, numbers, product, rule, skus, totalsOf } from "./support.js";

const lines = [line(100)];
const coupon = (ruleId: number, fields: Partial<CouponFacts> = {}): CouponFacts => ({
  id: 1,
  code: "Summer",
  ruleId,
  isGenerated: false,
  usageLimit: 0,
  usagePerCustomer: 0,
  timesUsed: 0,
  timesUsedByCustomer: 0,
  ...fields,
});

describe("a cart price rule", () => {
  const applies = (fields: Parameters<typeof rule>[0], cart: Partial<CartFacts> = {}, uses = 0) => {
    const given = { lines, cart, facts: { customerUses: new Map([[7, uses]]) } };
    return ruleApplies(rule({ ...fields, id: 7 }), cartOf(given), factsOf(given));
  };

  it("applies from its first to its last day, both included", () => {
    expect(applies({ fromDate: "2026-06-15", toDate: "2026-06-15" })).toBe(true);
    expect(applies({ fromDate: "2026-06-16" })).toBe(false);
    expect(applies({ toDate: "2026-06-14" })).toBe(false);
  });

  it("applies to its websites and customer groups while it is active", () => {
    expect(applies({})).toBe(true);
    expect(applies({ isActive: false })).toBe(false);
    expect(applies({ websiteIds: [2] })).toBe(false);
    expect(applies({ customerGroupIds: [3] })).toBe(false);
    expect(applies({}, { customer: { groupId: 0, isExcludedFromWebsite: true } })).toBe(false);
  });

  it("has a limit for each customer, but none for guests", () => {
    const customer = { id: 5, groupId: 1 };
    expect(applies({ usesPerCustomer: 2 }, { customer }, 1)).toBe(true);
    expect(applies({ usesPerCustomer: 2 }, { customer }, 2)).toBe(false);
    expect(applies({ usesPerCustomer: 2 }, {}, 2)).toBe(true);
  });

  it("is dropped before its conditions are read if its coupon is not in the cart", () => {
    const unread = (couponType: 2 | 3): RuleFacts =>
      Object.defineProperty({ ...rule({ amount: 50, couponType }) }, "condition", {
        get: () => {
          throw new Error("read the conditions of a rule of another coupon");
        },
      });
    const others = [unread(2), unread(3)];
    expect(totalsOf({ lines, rules: [...others, rule({ amount: 10 })] }).appliedRuleIds).toHaveLength(1);
  });

  it("stops later rules for the items it discounts, and for no others", () => {
    const rules = [
      rule({ amount: 10, stopsRules: true, actionCondition: skus("a") }),
      rule({ amount: 50, sortOrder: 1 }),
    ];
    const totals = totalsOf({ lines: [line(10, 1, { sku: "a" }), line(10, 1, { sku: "b" })], rules });
    expect(totals.lines.map(({ quote }) => Number(quote.discountAmount))).toEqual([1, 5]);
  });

  it("ignores items that must not be discounted", () => {
    const totals = totalsOf({
      lines: [line(10, 1, { isWithoutDiscount: true }), line(10)],
      rules: [rule({ amount: 10 })],
    });
    expect(totals.lines.map(({ quote }) => Number(quote.discountAmount))).toEqual([0, 1]);
  });

  it("never discounts more than the price", () => {
    const { quote, lines: items } = totalsOf({
      lines,
      rules: [rule({ amount: 150 }), rule({ action: "by_fixed", amount: 5 })],
    });
    expect(numbers(quote, "discountAmount", "grandTotal")).toEqual([-100, 0]);
    expect(Number(items[0]?.discountPercent)).toBe(100);
  });

  it("appears in the title of the discount with its label in the store view or its default label", () => {
    const rules = [
      rule({ amount: 10, labels: { 0: "Default", 1: "Sale" } }),
      rule({ amount: 10, labels: { 0: "Ten off", 2: "Elsewhere" } }),
      rule({ amount: 10 }),
    ];
    const { segments, rules: applied } = totalsOf({ lines, rules });
    expect(segments.map(({ code }) => code)).toEqual(["subtotal", "discount", "shipping", "tax", "grand_total"]);
    expect(segments[1]).toMatchObject({ title: "Discount (Sale, Ten off)", value: "-27.1" });
    expect(applied.map(({ label }) => label)).toEqual(["Sale", "Ten off", "Discount"]);
  });

  it("discounts a fixed amount in the currency of the cart", () => {
    const settings = { quoteCurrency: "EUR", baseToQuote: asRatio("1.5") };
    const { base, quote } = totalsOf({ lines, rules: [rule({ action: "cart_fixed", amount: "10.01" })], settings });
    expect(numbers(base, "subtotal", "discountAmount")).toEqual([100, -10.01]);
    expect(numbers(quote, "subtotal", "discountAmount")).toEqual([150, -15.02]);
  });

  it("discounts whole units of a currency without decimals", () => {
    const settings = { baseCurrency: "JPY", quoteCurrency: "JPY" };
    const { quote } = totalsOf({ lines: [line(99, 3)], rules: [rule({ amount: 10 })], settings });
    expect(numbers(quote, "discountAmount")).toEqual([-30]);
  });
});

describe("a coupon", () => {
  const status = (byCoupon: RuleFacts, fields: Partial<CouponFacts> = {}, cart: Partial<CartFacts> = {}) => {
    const given = { lines, rules: [byCoupon], facts: { coupon: coupon(byCoupon.id, fields) } };
    return totalsOf({ ...given, cart: { couponCode: "summer", ...cart } }).coupon?.status;
  };
  const specific = (fields: Parameters<typeof rule>[0] = {}) => rule({ amount: 10, couponType: 2, ...fields });
  const customer = { id: 5, groupId: 1 };

  it("applies regardless of case and surrounding spaces", () => {
    expect(status(specific(), {}, { couponCode: " SUMMER " })).toBe("applied");
  });

  it.each([
    ["unknown", specific(), {}, { couponCode: "winter" }],
    ["unknown", specific(), { isGenerated: true }, {}],
    ["unknown", rule({ couponType: 3 }), {}, {}],
    ["ruleInactive", specific({ toDate: "2026-06-14" }), {}, {}],
    ["usedUp", specific(), { usageLimit: 3, timesUsed: 3 }, {}],
    ["usedUpByCustomer", specific(), { usagePerCustomer: 1, timesUsedByCustomer: 1 }, { customer }],
    [
      "conditionsNotMet",
      specific({
        condition: all("Combine", condition("Address", { attribute_name: "total_qty", operator: ">", value: "1" })),
      }),
      {},
      {},
    ],
    ["noMatchingItem", specific({ actionCondition: skus("other") }), {}, {}],
  ] as const)("has the status %s", (...[expected, byCoupon, fields, cart]) => {
    expect(status(byCoupon, fields, cart)).toBe(expected);
  });

  it("applies if it only discounts shipping", () => {
    const byCoupon = specific({ actionCondition: skus("other"), appliesToShipping: true });
    const given = { lines, shipping: 5, rules: [byCoupon], facts: { coupon: coupon(byCoupon.id) } };
    const totals = totalsOf({ ...given, shipping: 5, cart: { couponCode: "summer" } });
    expect(totals.coupon).toMatchObject({ status: "applied", ruleId: byCoupon.id });
  });

  it("is absent if the cart has none", () => expect(totalsOf({ lines }).coupon).toBeUndefined());
});

describe("free shipping", () => {
  const requestOf = (...rules: RuleFacts[]): ShippingRequest | undefined => {
    const weighed = product({ price: 10, weight: asWeight("1.5") });
    const twoLines = [line(10, 3, { sku: "a", product: weighed }), line(10, 1, { sku: "b", product: weighed })];
    return totalsOf({ lines: twoLines, rules }).shipping.request;
  };

  it("applies to as many units of matching items as the rule allows", () => {
    const rules = [rule({ freeShipping: 1, maxQty: asQuantity(2), actionCondition: skus("a") })];
    const request = requestOf(...rules) ?? {};
    expect(numbers(request, "qty", "freeQty", "weight", "paidWeight")).toEqual([4, 2, 6, 3]);
    expect(request).toMatchObject({ isFree: false });
  });

  it("is offered for the shipment if one item matches, while each unit still counts for other carriers", () => {
    expect(requestOf(rule({ freeShipping: 2, actionCondition: skus("b") }))).toMatchObject({
      isFree: true,
      freeQty: "0",
    });
    expect(requestOf(rule({ freeShipping: 2, actionCondition: skus("c") }))).toMatchObject({
      isFree: false,
      freeQty: "0",
    });
  });

  it("is requested with the values after discounts", () => {
    const request = requestOf(rule({ amount: 50 })) ?? {};
    expect(numbers(request, "packageValue", "packageValueWithDiscount", "physicalValueWithDiscount")).toEqual([
      40, 20, 20,
    ]);
  });
});

describe("a cart without items to ship", () => {
  it("has no shipping, and conditions use its billing address", () => {
    const inGermany = all(
      "Combine",
      condition("Address", { attribute_name: "country_id", operator: "==", value: "DE" }),
    );
    const { isVirtual, segments, quote } = totalsOf({
      lines: [line(10, 1, { product: product({ price: 10, isVirtual: true }) })],
      shipping: 5,
      rules: [rule({ amount: 10, condition: inGermany })],
      cart: { billingAddress: { countryId: "DE" } },
    });
    expect(isVirtual).toBe(true);
    expect(segments.map(({ code }) => code)).toEqual(["subtotal", "discount", "tax", "grand_total"]);
    expect(numbers(quote, "shippingAmount", "grandTotal", "virtualAmount")).toEqual([0, 9, 10]);
  });
});
