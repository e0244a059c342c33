import { type Amount, asAmount, asRatio, zero } from "../../../../platform/money/amount.js";
import {
  add,
  divide,
  isPositive,
  isZero,
  max,
  min,
  multiply,
  percent,
  proportion,
  subtract,
  sum,
} from "../../../../platform/money/arithmetic.js";
import { round, roundWithCarry } from "../../../../platform/money/rounding.js";
import { percentOff } from "./discount-actions.js";
import type { Collector, RowDiscount, RuleUse, Run, State } from "../state.js";

/** Discounts shipping by the rules that apply to it, at most by the amount left. */
export const shippingDiscount: Collector = (state, run) => {
  const limit = limitOf(state, run);
  const discounts: RowDiscount[] = [];
  let discount = zero;
  for (const use of isPositive(limit) ? shippingUses(state) : []) {
    const left = subtract(limit, discount);
    const original = exactDiscount(use, left, { state, run });
    const amount = max(min(original, left), zero);
    discounts.push({ ruleId: use.rule.id, amount, original });
    discount = add(discount, amount);
  }
  return {
    ...state,
    discountAmount: subtract(state.discountAmount, discount),
    shipping: { ...state.shipping, discount, discounts },
  };
};

/** Returns the rules that apply to shipping, up to the first that stops later ones. */
function shippingUses({ uses }: State): RuleUse[] {
  const last = uses.findIndex(({ rule }) => rule.stopsRules);
  return uses.slice(0, last < 0 ? undefined : last + 1).filter(({ rule }) => rule.appliesToShipping);
}

/** As for items: a discount that reduces the tax on a price without tax is limited to that price. */
function limitOf({ shipping }: State, { facts }: Run): Amount {
  const { shippingIncludesTax, isAfterDiscount } = facts.settings.tax;
  return shippingIncludesTax || !isAfterDiscount ? shipping.forDiscount : min(shipping.forDiscount, shipping.amount);
}

function exactDiscount(
  use: RuleUse,
  left: Amount,
  { state, run }: { readonly state: State; readonly run: Run },
): Amount {
  const { rule } = use;
  const { digits, convert } = run.currency;
  const { forDiscount } = state.shipping;
  switch (rule.action) {
    case "by_percent":
    case "to_percent":
      return round(percent(left, percentOff(rule)), digits);
    case "by_fixed":
      return round(convert(asAmount(rule.amount)), digits);
    case "to_fixed":
      return subtract(left, round(convert(asAmount(rule.amount)), digits));
    case "cart_fixed":
      return shareOf(use, state, run);
    case "buy_x_get_y": {
      const units = sum(run.items.top.map(({ totalQty }) => totalQty));
      const free = sum(use.targets.map(({ freeUnits }) => freeUnits));
      return isZero(units) ? zero : round(divide(multiply(forDiscount, free), asRatio(units)), digits);
    }
    default:
      return zero;
  }
}

/** Returns the share of shipping in a discount on the whole cart. It continues the carry of the items. */
function shareOf({ rule }: RuleUse, { cartShares, shipping }: State, { currency }: Run): Amount {
  const share = cartShares.get(rule.id);
  if (!share) return zero;
  const exact = proportion(share.amount, shipping.forDiscount, add(share.whole, shipping.forDiscount));
  return roundWithCarry(exact, currency.digits, share.carry).amount;
}
