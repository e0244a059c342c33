import { describe, expect, it } from "vitest";
import type { PriceFacts, TierPrice } from "../../../../src/commerce/cart/totals/cart-facts.js";
import { finalPrice, type PricedItem } from "../../../../src/commerce/cart/totals/final-price.js";
import { asAmount, asPercent, asQuantity } from "../../../../src/platform/money/amount.js";

const now = "2026-06-15 12:00:00";
const allGroups = 32000;

const tier = (qty: number, amount: number, fields: Partial<TierPrice> = {}): TierPrice => ({
  groupId: allGroups,
  websiteId: 0,
  qty: asQuantity(qty),
  amount: asAmount(amount),
  ...fields,
});

const percentTier = (qty: number, off: number): TierPrice => ({
  groupId: allGroups,
  websiteId: 0,
  qty: asQuantity(qty),
  percentOff: asPercent(off),
});

const fixed = (amount: number) => ({ type: "fixed", amount: asAmount(amount) }) as const;
const part = (percent: number) => ({ type: "percent", percent: asPercent(percent) }) as const;

const item = (product: Partial<PriceFacts>, fields: Partial<Omit<PricedItem, "product">> = {}): PricedItem => ({
  qty: asQuantity(1),
  ...fields,
  product: { type: "simple", price: asAmount(10), ...product },
});

const priceOf = (priced: PricedItem, groupId = 1): number => Number(finalPrice(priced, { groupId, now }));

describe("the price of an item", () => {
  it("falls with quantity tiers and rises with options", () => {
    const tiers = [tier(5, 5), tier(2, 8)];
    const of = (qty: number) => priceOf(item({ tiers }, { qty: asQuantity(qty) }));
    expect([of(1), of(2), of(5)]).toEqual([10, 8, 5]);
    expect(priceOf(item({ tiers }, { choices: { options: [fixed(3)] } }))).toBe(13);
    expect(priceOf(item({ tiers }, { choices: { options: [part(50), part(10), fixed(1)] } }))).toBe(17);
  });

  it.each([
    ["2026-06-01 00:00:00", "2026-06-30 00:00:00", 8],
    ["2026-06-15", "2026-06-15", 8],
    ["2026-06-15 12:00:01", undefined, 10],
    [undefined, "2026-06-15 11:59:59", 10],
    [undefined, "2026-06-14", 10],
  ])("is the special price from %s to %s at noon of 15 June: %d", (from, to, price) => {
    const special = { amount: asAmount(8), ...(from && { from }), ...(to && { to }) };
    expect(priceOf(item({ special }))).toBe(price);
  });

  it("ignores special prices of zero or above the price", () => {
    expect(priceOf(item({ special: { amount: asAmount(0) } }))).toBe(10);
    expect(priceOf(item({ special: { amount: asAmount(11) } }))).toBe(10);
  });

  it("prefers the tiers of the customer group to those of all groups with the same quantity", () => {
    const tiers = [tier(1, 7), tier(1, 9, { groupId: 1 })];
    expect(priceOf(item({ tiers }))).toBe(9);
    expect(priceOf(item({ tiers }), 2)).toBe(7);
  });

  it("prefers the tiers of the website to those of all websites, and the lowest of several", () => {
    expect(priceOf(item({ tiers: [tier(1, 6), tier(1, 9, { websiteId: 1 })] }))).toBe(9);
    expect(priceOf(item({ tiers: [tier(1, 6), tier(1, 5)] }))).toBe(5);
    expect(priceOf(item({ tiers: [percentTier(1, 25)] }))).toBe(7.5);
  });

  it("is the price of catalog price rules if that is lower, and never below zero", () => {
    expect(priceOf(item({ catalogRulePrice: asAmount(4) }))).toBe(4);
    expect(priceOf(item({ catalogRulePrice: asAmount(14) }))).toBe(10);
    expect(priceOf(item({}, { choices: { options: [fixed(-20)] } }))).toBe(0);
  });

  it("is replaced by a custom price", () => {
    expect(priceOf(item({}, { customPrice: asAmount(3), choices: { options: [fixed(3)] } }))).toBe(3);
  });

  it("is the tier price of its child plus the options of the parent for a configurable product", () => {
    const child = item({ price: asAmount(20), tiers: [tier(3, 15)] });
    const of = (qty: number) =>
      priceOf(
        item({ type: "configurable" }, { qty: asQuantity(qty), children: [child], choices: { options: [part(10)] } }),
      );
    expect([of(1), of(3)]).toEqual([22, 16.5]);
  });

  it("includes the chosen links of a downloadable product only if they are sold separately", () => {
    const choices = { links: [asAmount(2), asAmount("1.5")] };
    expect(priceOf(item({ type: "downloadable", sellsLinksSeparately: true }, { choices }))).toBe(13.5);
    expect(priceOf(item({ type: "downloadable" }, { choices }))).toBe(10);
  });
});

describe("the price of a bundle", () => {
  const selections = [fixed(10), fixed(10), part(25)].map((selection) => item({}, { choices: { selection } }));
  const bundle = { type: "bundle", price: asAmount(50), hasFixedPrice: true };

  it("includes its selections if it is fixed, and percentages refer to the fixed price", () => {
    expect(priceOf(item(bundle, { children: selections }))).toBe(82.5);
  });

  it("is reduced by the lower of its special price, a percentage to pay, and its tier, a percentage off", () => {
    const special = { amount: asAmount(80) };
    expect(priceOf(item({ ...bundle, special }, { children: selections }))).toBe(66);
    expect(priceOf(item({ ...bundle, special, tiers: [percentTier(1, 50)] }, { children: selections }))).toBe(41.25);
  });

  it("is the sum of its children, reduced in the same way, if it is dynamic", () => {
    const children = [item({ price: asAmount("5.99") }), item({ price: asAmount(3) }, { qty: asQuantity(2) })];
    expect(priceOf(item({ type: "bundle", price: asAmount(0) }, { children }))).toBe(11.99);
    const special = { amount: asAmount(50) };
    expect(priceOf(item({ type: "bundle", price: asAmount(0), special }, { children }))).toBe(5.995);
  });
});
