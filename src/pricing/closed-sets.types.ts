import { closedSet } from "../contract/closed-set.js";

export const tierPriceType = closedSet("TierPriceType", "What a tier price is.", {
  FIXED: ["fixed", "An amount."],
  DISCOUNT: ["discount", "A percentage off the price."],
});

export const priceKind = closedSet("PriceKind", "A kind of price.", {
  BASE: ["base", "The base price."],
  SPECIAL: ["special", "A price for a time."],
  COST: ["cost", "What the product costs the merchant."],
  TIER: ["tier", "A price for a customer group and a quantity."],
});

export const guardAction = closedSet("PriceGuardRailAction", "What happens to a change that breaks a guard-rail.", {
  REFUSE: ["refuse", "Its rows fail."],
  HOLD: ["hold", "The whole call waits for the approval of another user."],
});

export const proposalState = closedSet("PriceProposalState", "What became of a held call.", {
  OPEN: ["open", "Nobody has decided yet."],
  APPROVED: ["approved", "It was approved, and ran."],
  REJECTED: ["rejected", "It was rejected."],
});

export const scheduleState = closedSet("PriceScheduleState", "What became of scheduled prices.", {
  OPEN: ["open", "Their time has not come."],
  APPLIED: ["applied", "They were set."],
  CANCELED: ["canceled", "They were canceled."],
  FAILED: ["failed", "The database rejected them as a whole."],
});
