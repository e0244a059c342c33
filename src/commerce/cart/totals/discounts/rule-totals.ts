import { type Amount, zero } from "../../../../platform/money/amount.js";
import { sum } from "../../../../platform/money/arithmetic.js";
import { enteredCoupon, labelInStore, labelOf, findCouponRejection } from "./sales-rules.js";
import type { RowDiscount, RuleUse, Run, State, States } from "../state.js";
import type { CouponOutcome, RuleTotals } from "../totals.js";

/** Label of a rule that has none. */
const unnamed = "Discount";

/** Returns the discounts of each rule that applied to an item or to shipping. */
export function ruleTotals({ cart, facts }: Run, { base, quote }: States): RuleTotals[] {
  const inBase = amountsByRule(base);
  const inQuote = quote === base ? inBase : amountsByRule(quote);
  return base.uses
    .filter((use) => isApplied(use, base))
    .map(({ rule }) => ({
      ruleId: rule.id,
      label: labelOf(rule, cart, facts) || unnamed,
      amount: { base: sum(inBase.get(rule.id) ?? []), quote: sum(inQuote.get(rule.id) ?? []) },
      shippingAmount: {
        base: ofRule(rule.id, base.shipping.discounts),
        quote: ofRule(rule.id, quote.shipping.discounts),
      },
    }));
}

const isApplied = ({ rule, targets }: RuleUse, { shipping }: State): boolean =>
  targets.length > 0 || shipping.discounts.some(({ ruleId }) => ruleId === rule.id);

/** Returns the discounts of all items by the ids of the rules. */
function amountsByRule({ rows }: State): ReadonlyMap<number, Amount[]> {
  const found = new Map<number, Amount[]>();
  for (const { ruleId, amount } of rows.flatMap(({ discounts }) => discounts)) {
    const amounts = found.get(ruleId);
    if (amounts) amounts.push(amount);
    else found.set(ruleId, [amount]);
  }
  return found;
}

const ofRule = (ruleId: number, discounts: readonly RowDiscount[]) =>
  sum([zero, ...discounts.filter((entry) => entry.ruleId === ruleId).map(({ amount }) => amount)]);

/** Returns the labels of the rules that apply, joined. Rules without a label are left out. */
export function labelsOf({ cart, facts }: Run, { uses }: State, rules: readonly RuleTotals[]): string {
  const ids = new Set(rules.map(({ ruleId }) => ruleId));
  const labels = uses.filter(({ rule }) => ids.has(rule.id)).map(({ rule }) => labelOf(rule, cart, facts));
  return labels.filter((label) => label !== "").join(", ");
}

/** Returns the outcome of the coupon code of the cart; undefined if it has none. */
export function toCoupon(run: Run, { base }: States, rules: readonly RuleTotals[]): CouponOutcome | undefined {
  const { cart, facts } = run;
  const code = cart.couponCode?.trim() ?? "";
  if (code === "") return undefined;
  const rejection = findCouponRejection(cart, facts);
  if (rejection) return { code, status: rejection };
  const ruleId = enteredCoupon(cart, facts)?.ruleId;
  const use = base.uses.find(({ rule }) => rule.id === ruleId);
  if (!use) return { code, status: "conditionsNotMet" };
  const applied = rules.find((rule) => rule.ruleId === use.rule.id);
  if (!applied) return { code, status: "noMatchingItem" };
  const label = labelInStore(use.rule, facts);
  return { code: facts.coupon?.code ?? code, status: "applied", ...(label && { label }), ruleId: applied.ruleId };
}
