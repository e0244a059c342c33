import { type Amount, type Exact, zero } from "./amount.js";
import { type Decimal, powerOfTen, read, textOf } from "./exact.js";

interface Part {
  readonly place: number;
  readonly weight: Decimal;
  /** The share, rounded down, in units of the last digit. */
  readonly units: Decimal;
  /** What rounding down took away, times the sum of the weights. */
  readonly lost: Decimal;
}

/**
 * Divides an amount by weights, each part with at most `digits` digits after the point, so that the parts add up to the
 * amount. Every part is rounded towards zero; then the parts that lost most get one unit more until nothing is left. Of
 * parts that lost the same, the heavier comes first, then the earlier. The order of the weights has no other effect.
 * Throws a RangeError when the amount has more digits, a weight is negative, or the weights are all zero and the amount is
 * not.
 */
export function allocate(amount: Amount, weights: readonly Exact[], digits: number): Amount[] {
  const units = read(amount).times(powerOfTen(digits));
  if (!units.isInteger()) throw new RangeError(`${amount} has more than ${digits} digits after the point`);
  const shares = weights.map(read);
  const unitsOf = units.isZero() ? shares.map(() => units) : allocateUnits(units.abs(), shares);
  const unit = powerOfTen(-digits).times(units.isNegative() ? -1 : 1);
  return unitsOf.map((part) => textOf(part.times(unit)));
}

function allocateUnits(units: Decimal, weights: readonly Decimal[]): Decimal[] {
  const whole = weights.reduce((total, weight) => total.plus(weight), read(zero));
  if (weights.some((weight) => weight.lessThan(0)) || whole.isZero()) {
    throw new RangeError("weights must not be negative, and one of them must be above zero");
  }
  const parts = weights.map((weight, place): Part => {
    const share = units.times(weight);
    const down = share.divToInt(whole);
    return { place, weight, units: down, lost: share.minus(down.times(whole)) };
  });
  const left = parts.reduce((rest, part) => rest.minus(part.units), units).toNumber();
  const raised = new Set([...parts].sort(byLoss).slice(0, left));
  return parts.map((part) => (raised.has(part) ? part.units.plus(1) : part.units));
}

const byLoss = (one: Part, other: Part): number =>
  other.lost.cmp(one.lost) || other.weight.cmp(one.weight) || one.place - other.place;
