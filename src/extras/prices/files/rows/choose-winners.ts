import { rowFailure, type RowFailure } from "../../../../commerce/pricing/failure-codes.js";
import type { PriceUpdateResult } from "../../../../commerce/pricing/price.types.js";
import type { Db } from "../../../../platform/db/database.js";
import type { PriceGuard, StoppedPrice } from "../../guard-rails/price-guard.js";
import type { PriceReview } from "../../../../commerce/pricing/writes/price-checks.js";
import type { PriceWrite } from "../../../../commerce/pricing/writes/price-writes.sql.js";
import type { TierPriceWrite } from "../../../../commerce/pricing/tier-prices/tier-price-writes.sql.js";
import type { FileRow } from "./file-row.js";
import { type Changes, filterChanges, type Plan, type PlannedWrites, type PlanOptions } from "./plan.js";

interface Choice extends Pick<PlanOptions, "failuresLeft" | "refusesRepeats" | "review"> {
  readonly db: Db;
  readonly rows: readonly FileRow[];
  /** The key of the price of each row; undefined if no price occurs twice. */
  readonly keys: readonly string[] | undefined;
  readonly guard: PriceGuard;
  readonly failures: Map<number, RowFailure>;
}

/**
 * Chooses the last valid row of each price, as long as guard-rails and the rights of the caller allow it. If they stop a row,
 * the valid one before it is judged. A row with several prices applies as a whole or not at all.
 */
export async function chooseWinners(
  checked: PlannedWrites,
  choice: Choice,
): Promise<PlannedWrites & Pick<Plan, "superseded" | "last">> {
  const judged = new Set<number>();
  for (;;) {
    const last = lastRecord(choice.failures, choice.failuresLeft);
    const isOut = (place: number) => {
      const record = choice.rows[place]?.record ?? -1;
      return record > last || choice.failures.has(record);
    };
    const superseded = findSuperseded(checked, choice, isOut);
    const refused = choice.refusesRepeats ? refuseRepeats(superseded, choice) : 0;
    const chosen = mapChanges(checked, (place) => !isOut(place) && !superseded.has(place));
    const fresh = judged.size === 0 ? chosen : mapChanges(chosen, (place) => !judged.has(place));
    const stopped = await judge(fresh, choice);
    if (stopped + refused === 0) {
      dropAfter(choice.failures, last);
      return { ...chosen, superseded, last };
    }
    for (const place of placesOf(fresh)) judged.add(place);
  }
}

/** Removes the failures of the records after the last one to apply, because these are skipped. */
function dropAfter(failures: Map<number, RowFailure>, last: number): void {
  for (const record of failures.keys()) if (record > last) failures.delete(record);
}

/** Returns the indexes of the rows of writes. */
export const placesOf = ({ base, special, cost, tier, tierDeletions }: PlannedWrites): number[] =>
  [base, special, cost, tier, tierDeletions].flatMap(({ places }) => places);

/** Returns for each valid row that a later valid row of the same price supersedes, the index of that one. */
function findSuperseded(
  checked: PlannedWrites,
  { keys, rows }: Pick<Choice, "keys" | "rows">,
  isOut: (place: number) => boolean,
): ReadonlyMap<number, number> {
  if (!keys) return new Map();
  const winners = new Map<string, number>();
  const valid = placesOf(checked);
  for (const place of valid) {
    const key = keys[place] ?? "";
    if (!isOut(place)) winners.set(key, Math.max(place, winners.get(key) ?? -1));
  }
  const superseded = new Map<number, number>();
  for (const place of valid) {
    const winner = winners.get(keys[place] ?? "") ?? place;
    if (winner !== place && !isOut(place) && !isCopy(rows[place], rows[winner])) superseded.set(place, winner);
  }
  return superseded;
}

/** Returns the failure of a row, if another one sets the same price to another value. */
export const repeatFailure = (row: FileRow, other: FileRow): RowFailure => ({
  code: "duplicate",
  message: `Line ${other.line} sets the same price of ${row.sku} to ${other.price ?? "nothing"}, this line to ${row.price ?? "nothing"}.`,
});

/** Returns the warning about a row that another one supersedes. */
export const supersededBy = ({ line }: FileRow, { sku }: FileRow): RowFailure => ({
  code: "superseded",
  message: `Line ${line} sets the same price of ${sku} and wins.`,
});

/** Whether two base prices for store views of one website are equal, as in an export, which has all store views. */
export const isCopy = (one: FileRow | undefined, other: FileRow | undefined): boolean =>
  one !== undefined && other !== undefined && one.store_id !== other.store_id && isSameValue(one, other);

/** Adds failures for rows that another one supersedes with another value. Returns their number. */
function refuseRepeats(superseded: ReadonlyMap<number, number>, { rows, failures }: Choice): number {
  let refused = 0;
  for (const [place, winner] of superseded) {
    const [row, other] = [rows[place], rows[winner]];
    if (!row || !other || failures.has(row.record) || isSameValue(row, other)) continue;
    failures.set(row.record, repeatFailure(row, other));
    refused += 1;
  }
  return refused;
}

export const isSameValue = (one: FileRow, other: FileRow): boolean =>
  (one.price === other.price ||
    (one.price != null && other.price != null && Number(one.price) === Number(other.price))) &&
  one.price_type === other.price_type &&
  one.price_from === other.price_from &&
  one.price_to === other.price_to;

/**
 * Judges rows by the further checks, then those that are left by the guard-rails and the rights of the caller. Adds failures
 * and returns the number of stopped rows.
 */
async function judge(found: PlannedWrites, { db, guard, review, rows, failures }: Choice): Promise<number> {
  let count = 0;
  const stop = (place: number | undefined, failure: PriceUpdateResult) => {
    failures.set(rows[place ?? -1]?.record ?? -1, rowFailure([failure]));
    count += 1;
  };
  const judgeRows = async <Write>({ writes, places }: Changes<Write>, check: RowChecks<Write>) => {
    const reasons = writes.length > 0 ? ((await check.review?.(db, writes)) ?? []) : [];
    for (const [index, reason] of reasons.entries()) if (reason) stop(places[index], reason);
    const left = filterChanges({ writes, places }, (index) => reasons[index] === undefined);
    for (const { index, failure } of (await check.guard(left.writes)).stopped) stop(left.places[index], failure);
  };
  const prices: RowChecks<PriceWrite> = { review: review?.prices, guard: (writes) => guard.review(writes) };
  const tiers = (writes: readonly TierPriceWrite[]) => guard.reviewTierPrices(writes);
  await judgeRows(found.base, prices);
  await judgeRows(found.special, prices);
  await judgeRows(found.cost, prices);
  await judgeRows(found.tier, { review: review?.tierPrices, guard: tiers });
  const gone = found.tierDeletions.writes.map((write) => ({ ...write, value: null, percentage: null }));
  await judgeRows({ writes: gone, places: found.tierDeletions.places }, { guard: tiers });
  return count;
}

/** The checks of writes of one kind. */
interface RowChecks<Write> {
  readonly review?: ((db: Db, writes: readonly Write[]) => ReturnType<PriceReview["prices"]>) | undefined;
  readonly guard: (writes: readonly Write[]) => Promise<{ readonly stopped: readonly StoppedPrice[] }>;
}

/** Returns the last record to apply, if at most `most` records may fail. */
function lastRecord(failures: ReadonlyMap<number, RowFailure>, most: number): number {
  if (failures.size < most) return Infinity;
  return [...failures.keys()].sort((one, other) => one - other)[most - 1] ?? -1;
}

function mapChanges(found: PlannedWrites, keep: (place: number) => boolean): PlannedWrites {
  const filter = <Write>(changes: Changes<Write>): Changes<Write> =>
    changes.places.every(keep) ? changes : filterChanges(changes, (_, place) => keep(place));
  return {
    base: filter(found.base),
    special: filter(found.special),
    cost: filter(found.cost),
    tier: filter(found.tier),
    tierDeletions: filter(found.tierDeletions),
  };
}
