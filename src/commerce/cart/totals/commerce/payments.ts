import { type Amount, asQuantity, zero } from "../../../../platform/money/amount.js";
import { divide, isLess, isPositive, min, multiply, subtract, sum } from "../../../../platform/money/arithmetic.js";
import { round } from "../../../../platform/money/rounding.js";
import type { RewardFacts } from "./commerce-facts.js";
import type { Payment, Payments } from "./charges.js";
import type { Collector, Run, State } from "../state.js";

/** Pays with the points of the customer: as many whole groups as are needed or available. */
export const reward: Collector = (state, run) => {
  const facts = run.facts.commerce?.reward;
  const decided = run.decided?.payments.reward;
  const groups = facts?.isUsed ? groupsFor(facts, state.grandTotal) : undefined;
  if (!facts?.rate || !groups || (run.decided && !decided)) return state;
  const payment = run.decided ? convertPayment(decided, state, run) : payFrom(state.grandTotal, groups.amount);
  if (!payment) return state;
  const points = decided?.points ?? groups.count * facts.rate.points;
  return applyPayment(state, payment, { ...state.payments, reward: { ...payment, points } });
};

function groupsFor({ points, rate }: RewardFacts, left: Amount) {
  if (!rate || !isPositive(left)) return undefined;
  const available = Math.floor(points / rate.points);
  const whole = divide(left, asQuantity(rate.amount));
  const exact = round(whole, 0);
  const needed = Number(exact) + (isLess(exact, whole) ? 1 : 0);
  const count = Math.min(available, needed);
  return count > 0 ? { count, amount: multiply(rate.amount, asQuantity(count)) } : undefined;
}

/** Pays with gift cards in their order. Cards that are not needed are not charged. */
export const giftCards: Collector = (state, run) =>
  (run.facts.commerce?.giftCards ?? []).reduce((before, { id, code, balance }) => {
    const decided = run.decided?.payments.giftCards.find((card) => card.id === id);
    const payment = run.decided ? convertPayment(decided, before, run) : payFrom(before.grandTotal, balance);
    if (!payment) return before;
    const cards = [...before.payments.giftCards, { ...payment, id, code }];
    return applyPayment(before, payment, { ...before.payments, giftCards: cards });
  }, state);

/** Pays with the store credit of the customer. */
export const storeCredit: Collector = (state, run) => {
  const facts = run.facts.commerce?.storeCredit;
  if (!facts?.isUsed) return state;
  const decided = run.decided?.payments.storeCredit;
  const payment = run.decided ? convertPayment(decided, state, run) : payFrom(state.grandTotal, facts.balance);
  return payment ? applyPayment(state, payment, { ...state.payments, storeCredit: payment }) : state;
};

/** Returns the payment from a balance; undefined if nothing is left to pay or the balance is empty. */
function payFrom(left: Amount, balance: Amount): Payment | undefined {
  if (!isPositive(left) || !isPositive(balance)) return undefined;
  return { amount: min(left, balance), paysAll: !isLess(balance, left) };
}

/** Returns a payment made in base currency, converted to the quote currency. */
function convertPayment(decided: Payment | undefined, { grandTotal }: State, { currency }: Run): Payment | undefined {
  if (!decided) return undefined;
  const { paysAll } = decided;
  const converted = round(currency.convert(decided.amount), currency.digits);
  return { amount: paysAll ? grandTotal : min(grandTotal, converted), paysAll };
}

const applyPayment = (state: State, { amount, paysAll }: Payment, payments: Payments): State => ({
  ...state,
  payments,
  grandTotal: paysAll ? zero : subtract(state.grandTotal, amount),
});

/** Returns the sum that gift cards pay. */
export const paidByCards = ({ giftCards: cards }: Payments): Amount =>
  sum([zero, ...cards.map(({ amount }) => amount)]);
