import { type Amount, zero } from "../../../platform/money/amount.js";
import { add, isPositive, isZero, min, negate, subtract } from "../../../platform/money/arithmetic.js";
import type { PointsExpiry } from "./expiry-settings.js";

const day = 86_400;

/** An entry that changes points. Times are in seconds. */
export interface PointsEntry {
  readonly id: string;
  readonly change: Amount;
  readonly createdAt: number;
  readonly expiresAt: number | null;
}

/** Points that were added together, and the number left of them. */
interface Batch {
  readonly id: string;
  left: Amount;
  readonly since: number;
  /** Infinity if they never expire. */
  readonly expiresAt: number;
}

/** The unspent points of a customer. */
export interface PointsLeft {
  readonly expired: Amount;
  /** The latest entry whose points have expired; undefined if none have. */
  readonly lastExpired: string | undefined;
  /** When the oldest unexpired points were added, null if there are none; when the next of them expire, null if never. */
  readonly since: number | null;
  readonly expiresAt: number | null;
}

/**
 * Returns the points that have expired at a given time. Points that expire first are spent first. With `isDynamic`, points
 * expire by age, otherwise at the time that was set when they were added.
 */
export function pointsLeft(entries: readonly PointsEntry[], expiry: PointsExpiry, at: number): PointsLeft {
  const batches: Batch[] = [];
  for (const entry of entries) {
    if (isPositive(entry.change)) insert(batches, batchOf(entry, expiry));
    else spend(batches, negate(entry.change));
  }
  const left = batches.filter((batch) => !isZero(batch.left));
  const expired = left.filter(({ expiresAt }) => expiresAt <= at);
  const others = left.filter(({ expiresAt }) => expiresAt > at);
  const first = others[0]?.expiresAt ?? Infinity;
  return {
    expired: expired.reduce<Amount>((total, batch) => add(total, batch.left), zero),
    lastExpired: expired.at(-1)?.id,
    since: others.length === 0 ? null : Math.min(...others.map(({ since }) => since)),
    expiresAt: first === Infinity ? null : first,
  };
}

function batchOf({ id, change, createdAt, expiresAt }: PointsEntry, { days, isDynamic }: PointsExpiry): Batch {
  const byAge = days > 0 ? createdAt + days * day : Infinity;
  return { id, left: change, since: createdAt, expiresAt: isDynamic ? byAge : (expiresAt ?? Infinity) };
}

/** Inserts a batch in order of expiry; of batches that expire together, older ones come first. */
function insert(batches: Batch[], batch: Batch): void {
  const at = batches.findIndex(({ expiresAt }) => expiresAt > batch.expiresAt);
  batches.splice(at === -1 ? batches.length : at, 0, batch);
}

function spend(batches: readonly Batch[], points: Amount): void {
  let rest = points;
  for (const batch of batches) {
    const part = min(batch.left, rest);
    batch.left = subtract(batch.left, part);
    rest = subtract(rest, part);
  }
}
