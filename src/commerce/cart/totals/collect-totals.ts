import { type Amount, zero } from "../../../platform/money/amount.js";
import { equals, sum } from "../../../platform/money/arithmetic.js";
import { round } from "../../../platform/money/rounding.js";
import { withAdded } from "./added/added-collectors.js";
import type { TotalPlace } from "./added/added-facts.js";
import type { CartFacts, CartLine } from "./cart-facts.js";
import { discount } from "./discounts/discount.js";
import type { TotalsFacts } from "./facts.js";
import {
  catalogPrice,
  childPrice,
  finalPrice,
  type PricedItem,
  type PriceMoment,
  selectionPrice,
} from "./final-price.js";
import { type Item, type ItemTree, toItems } from "./items.js";
import { giftWrapping, giftWrappingTax, wrappingPrice } from "./commerce/gift-wrapping.js";
import { giftCards, reward, storeCredit } from "./commerce/payments.js";
import { shippingDiscount } from "./discounts/shipping-discount.js";
import { shipping } from "./shipping.js";
import {
  areCurrenciesEquivalent,
  baseCurrency,
  type Collector,
  initialState,
  quoteCurrency,
  type Run,
  type State,
  type UnitPrice,
} from "./state.js";
import { subtotal, taxSubtotal } from "./subtotal.js";
import { ratesOf } from "./taxes/tax-rates.js";
import { taxShipping } from "./taxes/tax-shipping.js";
import { tax } from "./taxes/tax.js";
import { toTotals } from "./to-totals.js";
import type { Totals } from "./totals.js";
import { isShipped } from "./weights.js";

/** Decimals of the grand total in every currency. */
const grandTotalDigits = 4;

const grandTotal: Collector = (state) => {
  const { shipping: amounts } = state;
  const parts = [state.subtotal, state.discountAmount, amounts.amount, state.tax, state.compensation];
  const charges = [wrappingPrice(state.wrapping), ...state.added.map(({ amount }) => amount)];
  return { ...state, grandTotal: round(sum([...parts, amounts.compensation, ...charges]), grandTotalDigits) };
};

/** In Magento's order. */
const collectors: readonly Collector[] = [
  subtotal,
  taxSubtotal,
  discount,
  shipping,
  taxShipping,
  shippingDiscount,
  giftWrapping,
  tax,
  giftWrappingTax,
  grandTotal,
  reward,
  giftCards,
  storeCredit,
];

/** The last collectors of the totals after which an extension can add one. */
const places: Readonly<Record<TotalPlace, Collector>> = {
  subtotal: taxSubtotal,
  discount,
  shipping: shippingDiscount,
  tax: giftWrappingTax,
};

/** Collectors for the cost of shipping before any discount. */
const beforeDiscounts: readonly Collector[] = [subtotal, taxSubtotal, shipping, taxShipping];

/**
 * Returns the totals of a cart: prices, discounts, shipping and taxes of its lines and its address, in base and quote
 * currency. The quote currency goes through the same steps with converted prices and repeats the decisions of the base
 * currency.
 */
export function collectTotals(cart: CartFacts, facts: TotalsFacts): Totals {
  const items = toItems(cart.lines);
  const isVirtual = items.top.length > 0 && !items.top.some(isShipped);
  const shared = {
    cart,
    facts,
    items,
    isVirtual,
    rates: ratesOf(cart, facts, isVirtual),
    prices: pricesOf(items, facts.settings.now, cart.customer.groupId),
  };
  const baseRun: Run = { ...shared, currency: baseCurrency(facts.settings), expectedShipping: zero };
  const base = collect(baseRun);
  if (areCurrenciesEquivalent(facts.settings)) return toTotals(baseRun, { base, quote: base });
  const quote = collect({ ...baseRun, currency: quoteCurrency(facts.settings), decided: base });
  return toTotals(baseRun, { base, quote });
}

/** Runs the collectors. A rule that divides its amount among items and shipping needs the cost of shipping in advance. */
function collect(run: Run): State {
  const all = withAdded(collectors, run.facts, places);
  if (!dividesWithShipping(run)) return runAll(all, run);
  const expectedShipping = computeExpectedShipping(run);
  const state = runAll(all, { ...run, expectedShipping });
  const actual = state.shipping.forDiscount;
  // Discounts can change the price of shipping.
  return equals(actual, expectedShipping) ? state : runAll(all, { ...run, expectedShipping: actual });
}

const runAll = (steps: readonly Collector[], run: Run): State =>
  steps.reduce((state, step) => step(state, run), initialState);

const computeExpectedShipping = (run: Run): Amount => runAll(beforeDiscounts, run).shipping.forDiscount;

const dividesWithShipping = ({ facts, isVirtual, decided }: Run): boolean =>
  !isVirtual &&
  (decided?.uses.map(({ rule }) => rule) ?? facts.rules).some(
    (rule) => rule.isActive && rule.action === "cart_fixed" && rule.appliesToShipping,
  );

/** Returns the unit price of each item; zero for parts of an item that has its own price. */
function pricesOf({ all, priced }: ItemTree, now: string, groupId: number): UnitPrice[] {
  const prices: UnitPrice[] = all.map(() => ({ price: zero, original: zero }));
  const moment: PriceMoment = { groupId, now };
  for (const item of priced) prices[item.index] = priceOf(item, moment);
  for (const item of all) {
    if (item.parent?.line.product.type !== "bundle") continue;
    const selection = selectionPrice(toPriced(item), toPriced(item.parent), moment);
    prices[item.index] = { ...(prices[item.index] ?? { price: zero, original: zero }), selection };
  }
  return prices;
}

function priceOf(item: Item, moment: PriceMoment): UnitPrice {
  const priced = toPriced(item);
  if (item.parent) {
    const price = childPrice(priced, toPriced(item.parent), moment);
    return { price, original: price };
  }
  const original = catalogPrice(priced, moment);
  return { price: priced.customPrice === undefined ? original : finalPrice(priced, moment), original };
}

const toPriced = (item: Item): PricedItem => ({ ...pricedLine(item.line), children: item.children.map(toPriced) });

const pricedLine = ({ product, qty, choices, customPrice }: CartLine): PricedItem => ({
  product,
  qty,
  ...(choices && { choices }),
  ...(customPrice !== undefined && { customPrice }),
});
