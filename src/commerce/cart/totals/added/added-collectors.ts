import { type Amount, zero } from "../../../../platform/money/amount.js";
import { isZero } from "../../../../platform/money/arithmetic.js";
import { round } from "../../../../platform/money/rounding.js";
import type { TotalsFacts } from "../facts.js";
import { type Collector, emptyRow, type Run, type State } from "../state.js";
import type { AmountPair } from "../totals.js";
import {
  type AddedAmount,
  type AddedFacts,
  type AddedTotal,
  type AddedTotalCart,
  type TotalPlace,
  totalPlaces,
} from "./added-facts.js";

/** Returns the collectors with those of added totals, each after its place. */
export const withAdded = (
  collectors: readonly Collector[],
  { added: facts }: TotalsFacts,
  anchors: Readonly<Record<TotalPlace, Collector>>,
): readonly Collector[] =>
  facts === undefined
    ? collectors
    : collectors.flatMap((collector) => [
        collector,
        ...facts.totals.filter(({ after }) => anchors[after] === collector).map((total) => collectorOf(total, facts)),
      ]);

/** The second currency has the converted amount. A total of zero is left out. */
const collectorOf =
  (total: AddedTotal, facts: AddedFacts): Collector =>
  (state, run) => {
    const { code, title } = total;
    const { currency, decided } = run;
    const base = decided
      ? (decided.added.find((one) => one.code === code)?.amount ?? zero)
      : total.compute(toCart(total, facts, { state, run }));
    if (isZero(base)) return state;
    const amount = round(currency.convert(base), currency.digits);
    return { ...state, added: [...state.added, { code, title, amount }] };
  };

interface Collecting {
  readonly state: State;
  readonly run: Run;
}

function toCart(
  { after }: AddedTotal,
  { fields, setting }: AddedFacts,
  { state, run: { cart, facts, items, isVirtual } }: Collecting,
): AddedTotalCart {
  const { storeId, websiteId, baseCurrency: currency } = facts.settings;
  const ifKnown = (place: TotalPlace, amount: Amount) =>
    totalPlaces.indexOf(place) <= totalPlaces.indexOf(after) ? amount : zero;
  return {
    ...{ storeId, websiteId, currency, isVirtual, fields, setting },
    customerId: cart.customer.id,
    customerGroupId: cart.customer.groupId,
    lines: items.top.map(({ index, line, totalQty }) => ({
      sku: line.sku,
      qty: totalQty,
      rowTotal: (state.rows[index] ?? emptyRow).rowTotal,
    })),
    subtotal: state.subtotal,
    discount: ifKnown("discount", state.discountAmount),
    shipping: ifKnown("shipping", state.shipping.amount),
    tax: ifKnown("tax", state.tax),
    shippingMethod: cart.shippingMethod,
    paymentMethod: cart.paymentMethod,
    destination: (isVirtual ? cart.billingAddress : cart.shippingAddress) ?? {},
  };
}

/** Returns the added totals in both currencies. */
export const addedPairs = (
  base: State,
  quote: State,
): readonly (Omit<AddedAmount, "amount"> & { amount: AmountPair })[] =>
  base.added.map(({ code, title, amount }) => {
    const other = quote.added.find((one) => one.code === code);
    return { code, title, amount: { base: amount, quote: other?.amount ?? zero } };
  });
