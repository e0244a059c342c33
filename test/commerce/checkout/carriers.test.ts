import { describe, expect, it } from "vitest";
import type { ShippingRequest } from "../../../src/commerce/cart/published.js";
import type { Carrier } from "../../../src/commerce/checkout/shipping/carrier.js";
import { flatRate } from "../../../src/commerce/checkout/shipping/flat-rate.js";
import { freeShipping } from "../../../src/commerce/checkout/shipping/free-shipping.js";
import type { Db } from "../../../src/platform/db/database.js";
import { asAmount, asQuantity, asWeight } from "../../../src/platform/money/amount.js";

const request: ShippingRequest = {
  destination: { countryId: "US" },
  packageValue: asAmount("50"),
  packageValueWithDiscount: asAmount("40"),
  packageValueWithDiscountInclTax: asAmount("48"),
  physicalValue: asAmount("50"),
  physicalValueWithDiscount: asAmount("40"),
  weight: asWeight("6"),
  paidWeight: asWeight("6"),
  qty: asQuantity("3"),
  freeQty: asQuantity("0"),
  isFree: false,
};

/** Returns the prices of a carrier's methods. */
async function pricesOf(
  carrier: Carrier,
  settings: Readonly<Record<string, string>>,
  more: Partial<ShippingRequest> = {},
) {
  const setting = (name: string) => settings[name] ?? "";
  const question = { db: {} as Db, websiteId: 1, destination: request.destination, lines: [], setting };
  const compute = await carrier.prepare(question);
  return compute({ ...request, ...more }).map(({ price }) => Number(price));
}

describe("the flat rate", () => {
  const rate = { price: "5.00", type: "I" };

  it("is charged per unit that is not shipped free, or once per order", async () => {
    expect(await pricesOf(flatRate, rate)).toEqual([15]);
    expect(await pricesOf(flatRate, rate, { freeQty: asQuantity("1") })).toEqual([10]);
    expect(await pricesOf(flatRate, { ...rate, type: "O" })).toEqual([5]);
    expect(await pricesOf(flatRate, { ...rate, type: "" })).toEqual([0]);
    expect(await pricesOf(flatRate, rate, { qty: asQuantity("1.5") })).toEqual([7.5]);
  });

  it("has a handling fee, as an amount or a percentage, unless each unit is free", async () => {
    expect(await pricesOf(flatRate, { ...rate, handling_type: "F", handling_fee: "2" })).toEqual([17]);
    const percent = { ...rate, handling_type: "P", handling_fee: "10" };
    expect(await pricesOf(flatRate, percent)).toEqual([16.5]);
    expect(await pricesOf(flatRate, percent, { freeQty: asQuantity("3") })).toEqual([0]);
    expect(await pricesOf(flatRate, percent, { isFree: true })).toEqual([16.5]);
  });

  it("is zero if its price is not a number", async () => {
    expect(await pricesOf(flatRate, { ...rate, price: "much" })).toEqual([0]);
  });
});

describe("free shipping", () => {
  it("is offered from a subtotal after discounts, with or without tax", async () => {
    expect(await pricesOf(freeShipping, { free_shipping_subtotal: "40" })).toEqual([0]);
    expect(await pricesOf(freeShipping, { free_shipping_subtotal: "40.01" })).toEqual([]);
    expect(await pricesOf(freeShipping, { free_shipping_subtotal: "48", tax_including: "1" })).toEqual([0]);
    expect(await pricesOf(freeShipping, { free_shipping_subtotal: "48" })).toEqual([]);
    expect(await pricesOf(freeShipping, {})).toEqual([0]);
  });

  it("is offered if a rule makes shipping free for everything", async () => {
    expect(await pricesOf(freeShipping, { free_shipping_subtotal: "1000" }, { isFree: true })).toEqual([0]);
  });
});
