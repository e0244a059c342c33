import { closedSet, type ValueOf } from "../../api/contract/closed-set.js";

export const tierPriceType = closedSet("TierPriceType", "How a tier price is expressed.", {
  FIXED: ["fixed", "A fixed unit price."],
  DISCOUNT: ["discount", "A percentage off the price."],
});

export const priceKind = closedSet("PriceKind", "A kind of price.", {
  BASE: ["base", "The base price."],
  SPECIAL: ["special", "A special price, which can have a start and an end."],
  COST: ["cost", "The cost of the product to the merchant."],
  TIER: ["tier", "A price for a customer group, from a minimum quantity."],
});
export type PriceKind = ValueOf<typeof priceKind>;

/** The kinds of prices that a product has once in each store view. */
export const scalarKinds = ["base", "special", "cost"] as const satisfies readonly PriceKind[];
export type ScalarKind = (typeof scalarKinds)[number];
