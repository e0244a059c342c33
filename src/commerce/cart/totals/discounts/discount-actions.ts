import {
  type Amount,
  asAmount,
  asPercent,
  asQuantity,
  asRatio,
  hundredPercent,
  zeroQuantity,
  type Percent,
  type Quantity,
  zero,
} from "../../../../platform/money/amount.js";
import {
  add,
  divide,
  isGreater,
  isLess,
  isPositive,
  isZero,
  max,
  min,
  multiply,
  percent,
  proportion,
  remainder,
  subtract,
  sum,
  truncate,
} from "../../../../platform/money/arithmetic.js";
import { round } from "../../../../platform/money/rounding.js";
import { SeriesRounder } from "../carries.js";
import type { DiscountLedger } from "./discount-ledger.js";
import type { RuleFacts } from "../facts.js";
import type { Item } from "../items.js";
import type { CartShare, Currency, RuleUse, Target } from "../state.js";

/** Returns the units of an item that a rule discounts, or undefined if the rule's step is not reached or there are none. */
export function findTarget(rule: RuleFacts, item: Item): Target | undefined {
  const { totalQty: qty } = item;
  const most = rule.maxQty === undefined ? qty : min(qty, rule.maxQty);
  const step = asQuantity(rule.step);
  switch (rule.action) {
    case "cart_fixed":
      return { item, units: qty, freeUnits: zeroQuantity };
    case "buy_x_get_y": {
      const freeUnits = freeUnitsOf(rule, qty, most);
      return isPositive(freeUnits) ? { item, units: most, freeUnits } : undefined;
    }
    case "by_percent":
    case "by_fixed":
    case "to_percent":
    case "to_fixed": {
      const units = rule.step > 0 ? subtract(most, remainder(most, step)) : most;
      return isGreater(step, qty) || !isPositive(units) ? undefined : { item, units, freeUnits: zeroQuantity };
    }
    default:
      return undefined;
  }
}

/** Returns the free units: y of each x + y units, and the units above x in the remainder. */
function freeUnitsOf({ step, amount }: RuleFacts, qty: Quantity, most: Quantity): Quantity {
  const x = asQuantity(step);
  const y = asQuantity(amount);
  if (!isPositive(x) || !isPositive(y) || !isLess(x, qty) || isGreater(y, x)) return zeroQuantity;
  const bundle = add(x, y);
  const bundles = truncate(divide(most, asRatio(bundle)));
  const rest = max(subtract(remainder(most, bundle), x), zeroQuantity);
  return add(multiply(bundles, asRatio(y)), rest);
}

/** Returns the discount percentage of a rule. */
export function percentOff({ action, amount }: RuleFacts): Percent {
  const given = min(asPercent(amount), hundredPercent);
  return action === "to_percent" ? subtract(hundredPercent, given) : given;
}

/** Discounts the targets of a rule. For a rule on the whole cart, returns the data to discount shipping with. */
export function discountItems(
  { rule, targets }: RuleUse,
  ledger: DiscountLedger,
  { currency, expectedShipping }: { readonly currency: Currency; readonly expectedShipping: Amount },
): CartShare | undefined {
  if (rule.action === "cart_fixed") {
    const shipping = rule.appliesToShipping ? expectedShipping : zero;
    return discountCart(rule, targets, { ledger, currency, shipping });
  }
  const percentage = percentOff(rule);
  for (const target of targets) {
    const { item } = target;
    const original = exactDiscount(rule, target, { ledger, currency, percentage });
    if (isByPercent(rule) && !(rule.maxQty !== undefined && isLess(rule.maxQty, item.totalQty))) {
      ledger.addPercent(item, percentage);
    }
    ledger.addDiscount(item, rule.id, { amount: ledger.round(item, original), original });
  }
  return undefined;
}

const isByPercent = ({ action }: RuleFacts): boolean => action === "by_percent" || action === "to_percent";

interface DiscountContext {
  readonly ledger: DiscountLedger;
  readonly currency: Currency;
}

/** Returns the discount of an item, before rounding and limits. */
function exactDiscount(
  rule: RuleFacts,
  target: Target,
  { ledger, currency, percentage }: DiscountContext & { readonly percentage: Percent },
): Amount {
  const { item, units, freeUnits } = target;
  const price = ledger.price(item);
  const before = ledger.discounted(item);
  const remainingPrice = () => max(subtract(multiply(price, item.totalQty), before), zero);
  switch (rule.action) {
    case "by_percent":
    case "to_percent":
      return percent(max(subtract(multiply(price, units), before), zero), percentage);
    case "by_fixed":
      return min(multiply(currency.convert(asAmount(rule.amount)), units), remainingPrice());
    case "to_fixed":
      return min(
        max(multiply(subtract(price, currency.convert(asAmount(rule.amount))), units), zero),
        remainingPrice(),
      );
    default:
      return isZero(before) ? multiply(price, freeUnits) : proportion(remainingPrice(), freeUnits, item.totalQty);
  }
}

/** Divides an amount among the items of a cart, and shipping if the rule applies to it. No cent is lost. */
function discountCart(
  rule: RuleFacts,
  targets: readonly Target[],
  { ledger, currency, shipping }: DiscountContext & { readonly shipping: Amount },
): CartShare | undefined {
  const withShipping = isPositive(shipping);
  const shares = targets.map(({ item }) => ({ item, weight: withShipping ? ledger.limit(item) : ledger.left(item) }));
  const items = sum(shares.map(({ weight }) => weight));
  const whole = add(items, shipping);
  if (!isPositive(whole)) return undefined;
  const amount = min(round(currency.convert(asAmount(rule.amount)), currency.digits), whole);
  const book = new SeriesRounder(currency.digits);
  for (const { item, weight } of shares) {
    const original = proportion(amount, weight, whole);
    ledger.addDiscount(item, rule.id, { amount: book.round("", original), original });
  }
  const carry = book.carries.get("");
  return withShipping && carry !== undefined ? { carry, amount, whole: items } : undefined;
}
