import { type Amount, type Exact, zero } from "./amount.js";
import { type Decimal, powerOfTen, read, textOf } from "./exact.js";

interface Part {
  readonly place: number;
  readonly weight: Decimal;
  /** The share in units of the last digit, rounded down. */
  readonly units: Decimal;
  /** The rounded-off part, times the sum of the weights. */
  readonly lost: Decimal;
}

/**
 * Divides an amount by weights into parts that add up to it, each with at most `digits` decimal places. Every part is
 * rounded toward zero; the rest is distributed in single units to the parts that lost most. Among equal losses,
 * heavier parts come first, then earlier ones. The order of the weights has no other effect. Throws a RangeError if
 * the amount has more decimal places, a weight is negative, or all weights are zero and the amount is not.
 */
export function allocate(amount: Amount, weights: readonly Exact[], digits: number): Amount[] {
  const units = read(amount).times(powerOfTen(digits));
  if (!units.isInteger()) throw new RangeError(`${amount} has more than ${digits} decimal places`);
  const shares = weights.map(read);
  const unitsOf = units.isZero() ? shares.map(() => units) : allocateUnits(units.abs(), shares);
  const unit = powerOfTen(-digits).times(units.isNegative() ? -1 : 1);
  return unitsOf.map((part) => textOf(part.times(unit)));
}

function allocateUnits(units: Decimal, weights: readonly Decimal[]): Decimal[] {
  const whole = weights.reduce((total, weight) => total.plus(weight), read(zero));
  if (weights.some((weight) => weight.lessThan(0)) || whole.isZero()) {
    throw new RangeError("weights must not be negative, and at least one must be positive");
  }
  const parts = weights.map((weight, index): Part => {
    const share = units.times(weight);
    const down = share.divToInt(whole);
    return { place: index, weight, units: down, lost: share.minus(down.times(whole)) };
  });
  const left = parts.reduce((rest, part) => rest.minus(part.units), units).toNumber();
  const raised = new Set([...parts].sort(byLoss).slice(0, left));
  return parts.map((part) => (raised.has(part) ? part.units.plus(1) : part.units));
}

const byLoss = (one: Part, other: Part): number =>
  other.lost.cmp(one.lost) || other.weight.cmp(one.weight) || one.place - other.place;
