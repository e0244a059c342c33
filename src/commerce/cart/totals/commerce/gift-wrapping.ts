import { type Amount, asQuantity, type Quantity, zero } from "../../../../platform/money/amount.js";
import { add, multiply, sum } from "../../../../platform/money/arithmetic.js";
import { round } from "../../../../platform/money/rounding.js";
import type { WrappingFacts } from "./commerce-facts.js";
import type { Collector, Run } from "../state.js";
import { TaxCalculation } from "../taxes/tax-calculation.js";
import { noCharge, type WrappingCharge, type WrappingCharges } from "./charges.js";

/** Charges for wrapping: once for the cart and for its printed card, and per unit of a line. It is not discounted. */
export const giftWrapping: Collector = (state, run) => {
  const facts = wrappingOf(run);
  if (!facts) return state;
  const units = new Map(run.items.top.map(({ line, totalQty }) => [line.itemId, totalQty]));
  const items = facts.items.flatMap(({ itemId, price }) => {
    const qty = units.get(itemId);
    return qty === undefined ? [] : [[itemId, chargeOf(price, qty, run)] as const];
  });
  const order = facts.order ? chargeOf(facts.order.price, oneUnit, run) : noCharge;
  const card = facts.cardPrice === undefined ? noCharge : chargeOf(facts.cardPrice, oneUnit, run);
  return { ...state, wrapping: { order, items: new Map(items), card } };
};

const oneUnit = asQuantity(1);

/** Returns the gift wrapping of a cart; undefined for empty and virtual carts. */
const wrappingOf = ({ facts, isVirtual, items }: Run): WrappingFacts | undefined =>
  isVirtual || items.top.length === 0 ? undefined : facts.commerce?.wrapping;

function chargeOf(price: Amount, qty: Quantity, { currency }: Run): WrappingCharge {
  const unit = round(currency.convert(price), currency.digits);
  return { ...noCharge, price: round(multiply(unit, qty), currency.digits) };
}

/** Adds the tax of gift wrapping by its own tax class. */
export const giftWrappingTax: Collector = (state, run) => {
  const facts = wrappingOf(run);
  if (!facts) return state;
  const rates = run.rates(facts.taxClassId);
  const calculation = new TaxCalculation("ROW_BASE_CALCULATION", run.currency.digits);
  const addTax = (charge: WrappingCharge): WrappingCharge => {
    const row = { taxedPrice: charge.price, discount: zero, qty: oneUnit, rates, includesTax: false };
    return { ...charge, ...calculation.afterDiscount(row) };
  };
  const { order, items, card } = state.wrapping;
  const wrapping = {
    order: addTax(order),
    items: new Map([...items].map(([id, charge]) => [id, addTax(charge)])),
    card: addTax(card),
  };
  return { ...state, wrapping, tax: add(state.tax, sum([zero, ...chargesOf(wrapping).map(({ tax }) => tax)])) };
};

/** Returns all charges. */
const chargesOf = ({ order, items, card }: WrappingCharges): WrappingCharge[] => [order, ...items.values(), card];

/** Returns the price of all wrapping, without tax. */
export const wrappingPrice = (wrapping: WrappingCharges): Amount =>
  sum([zero, ...chargesOf(wrapping).map(({ price }) => price)]);
