import { finalPrice, type PriceFacts } from "../../../cart/published.js";
import { type Amount, asQuantity } from "../../../../platform/money/amount.js";
import { equals, isLess, min } from "../../../../platform/money/arithmetic.js";
import { boundaries, type ShopClock } from "../shop-clock.js";

const day = 86_400_000;

/** Days before a reduction whose lowest price must be shown, according to Directive 98/6/EC, article 6a. */
const daysBeforeReduction = 30;

/** The price of one unit, from an instant until the next step. */
interface Step {
  /** Milliseconds since 1970, or -Infinity. */
  readonly at: number;
  /** Undefined while the product has no price. */
  readonly price: Amount | undefined;
  /** The special price, if it lowers the price. */
  readonly reduction: Amount | undefined;
}

/** The prices in a store view from a time on. */
export interface PricedState {
  /** Milliseconds since 1970, or -Infinity. */
  readonly from: number;
  /** Undefined without a base price. */
  readonly facts: PriceFacts | undefined;
}

/** The customer group and the times for which prices are compared. */
export interface LowestPriceQuery {
  readonly groupId: number;
  readonly clock: ShopClock;
  /** Milliseconds since 1970, like the next two. */
  readonly now: number;
  readonly since: number;
  /** Start of the history; -Infinity if it is complete. */
  readonly knownSince: number;
}

/** The lowest prices of a product for one customer group in one store view. */
export interface Lowest {
  readonly price: Amount | null;
  readonly lowest: Amount | null;
  /** Start of the current reduction; null if there is none, or if it began before the history. */
  readonly reducedSince: number | null;
  readonly beforeReduction: Amount | null;
}

/** Returns the lowest price of one unit since a time and before the current reduction. States are in chronological order. */
export function lowestPrice(states: readonly PricedState[], wanted: LowestPriceQuery): Lowest {
  const { now, since, knownSince } = wanted;
  const steps = stepsOf(states, wanted);
  const reducedSince = reductionStart(steps);
  const isKnown = reducedSince !== undefined && reducedSince > knownSince;
  const start = isKnown ? reducedSince - daysBeforeReduction * day : 0;
  const before = isKnown ? lowestWithin(steps, Math.max(start, knownSince), reducedSince) : undefined;
  return {
    price: steps.at(-1)?.price ?? null,
    lowest: lowestWithin(steps, Math.max(since, knownSince), now + 1) ?? null,
    reducedSince: isKnown ? reducedSince : null,
    beforeReduction: before ?? null,
  };
}

function stepsOf(states: readonly PricedState[], wanted: LowestPriceQuery): Step[] {
  const { clock, now } = wanted;
  return states.flatMap(({ from, facts }, index) => {
    const end = states[index + 1]?.from ?? now + 1;
    const dates = facts?.special ? boundaries(facts.special, clock) : [];
    const within = [...new Set(dates)].filter((date) => date > from && date < end).sort((a, b) => a - b);
    return [from, ...within].map((at) => stepAt(at, facts, wanted));
  });
}

const oneUnit = asQuantity(1);

function stepAt(at: number, facts: PriceFacts | undefined, { groupId, clock }: LowestPriceQuery): Step {
  if (!facts) return { at, price: undefined, reduction: undefined };
  const { special, ...others } = facts;
  const hasDates = special?.from !== undefined || special?.to !== undefined;
  const moment = { groupId, now: hasDates ? clock.timeAt(at) : "" };
  const price = finalPrice({ product: facts, qty: oneUnit }, moment);
  const isReduced = special && isLess(price, finalPrice({ product: others, qty: oneUnit }, moment));
  return { at, price, reduction: isReduced ? special.amount : undefined };
}

/** Returns the time since when the current special price has applied without a break; undefined if there is none. */
function reductionStart(steps: readonly Step[]): number | undefined {
  const present = steps.at(-1)?.reduction;
  if (present === undefined) return undefined;
  const before = steps.findLastIndex(({ reduction }) => reduction === undefined || !equals(reduction, present));
  return steps[before + 1]?.at;
}

/** Returns the lowest price from one time until another, which is excluded. */
function lowestWithin(steps: readonly Step[], from: number, to: number): Amount | undefined {
  const prices = steps.flatMap(({ at, price }, index) => {
    const end = steps[index + 1]?.at ?? Infinity;
    // A step that ends when it begins still applied, for less than a millisecond.
    const overlaps = at < to && (end > from || (end === at && at === from));
    return price !== undefined && overlaps ? [price] : [];
  });
  const [first, ...others] = prices;
  return first === undefined ? undefined : min(first, ...others);
}
