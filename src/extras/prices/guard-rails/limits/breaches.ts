import type { GuardAction } from "../../closed-sets.types.js";
import type { Amount } from "../../../../platform/money/amount.js";
import { hundredPercent } from "../../../../platform/money/amount.js";
import { add, isGreater, isLess, isZero, percent, subtract } from "../../../../platform/money/arithmetic.js";
import { plainDecimal } from "../../../../api/contract/scalars.js";
import type { Limits } from "./limits.js";
import type { Reason } from "./reasons.js";

/** A price before and after a change. */
export interface PriceStep {
  /** The price that applied before; null if there was none to compare with. */
  readonly old: Amount | null;
  readonly next: Amount;
  /** The cost of the product; null if it is unknown. */
  readonly cost: Amount | null;
  /** Whether the prices are percentages of an unknown price, which cannot be compared with a cost or a ceiling. */
  readonly isShare?: boolean;
}

/** A limit that a price breaks. */
export interface Breach {
  readonly action: GuardAction;
  readonly reason: Reason;
}

/**
 * Returns the limits that a price breaks. A price that equals a limit does not break it. Rise and fall from an old price of
 * 0 are not checked, because they cannot be expressed in percent.
 */
export function findBreaches(step: PriceStep, limits: Limits): Breach[] {
  return [...findChangeBreaches(step, limits), ...(step.isShare ? [] : findLevelBreaches(step, limits))];
}

function findChangeBreaches({ old, next }: PriceStep, { rise, fall }: Limits): Breach[] {
  if (old === null || isZero(old)) return [];
  const values = { price: plainDecimal(next), oldPrice: plainDecimal(old) };
  const breaches: Breach[] = [];
  if (rise && isGreater(next, percent(old, add(hundredPercent, rise.value)))) {
    const parameters = { ...values, limit: plainDecimal(rise.value) };
    breaches.push({ action: rise.action, reason: { code: "PRICE_RISE", parameters } });
  }
  if (fall && isLess(next, percent(old, subtract(hundredPercent, fall.value)))) {
    const parameters = { ...values, limit: plainDecimal(fall.value) };
    breaches.push({ action: fall.action, reason: { code: "PRICE_FALL", parameters } });
  }
  return breaches;
}

function findLevelBreaches({ next, cost }: PriceStep, { floor, ceiling }: Limits): Breach[] {
  const price = plainDecimal(next);
  const breaches: Breach[] = [];
  if (floor && cost !== null && isLess(next, percent(cost, add(hundredPercent, floor.value)))) {
    const parameters = { price, limit: plainDecimal(floor.value), cost: plainDecimal(cost) };
    breaches.push({ action: floor.action, reason: { code: "PRICE_BELOW_FLOOR", parameters } });
  }
  if (ceiling && isGreater(next, ceiling.value)) {
    const parameters = { price, limit: plainDecimal(ceiling.value) };
    breaches.push({ action: ceiling.action, reason: { code: "PRICE_ABOVE_CEILING", parameters } });
  }
  return breaches;
}
