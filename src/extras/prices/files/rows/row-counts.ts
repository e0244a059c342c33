import type { Plan, PlannedWrites } from "./plan.js";

/** Numbers of rows by their result. */
export interface RowCounts {
  readonly written: number;
  readonly deleted: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Counts that are all 0. */
export const zeroCounts: RowCounts = { written: 0, deleted: 0, unchanged: 0, failed: 0, skipped: 0 };

/** The results of a row with several prices, the most important last. */
const [skipped, unchanged, deleted, written] = [0, 1, 2, 3] as const;

/** Counts the rows of a plan by their result, given the writes that changed a price. */
export function countRows(plan: Plan, changed: PlannedWrites): RowCounts {
  const { rows, failures, last } = plan;
  const results: number[] = [];
  const raise = (place: number, result: number) => {
    const record = rows[place]?.record ?? 0;
    results[record] = Math.max(results[record] ?? skipped, result);
  };
  for (const [place, { price, record }] of rows.entries()) {
    raise(place, price === undefined && record <= last ? unchanged : skipped);
  }
  for (const kind of kinds) {
    for (const place of plan[kind].places) raise(place, unchanged);
    for (const place of changed[kind].places) raise(place, rows[place]?.price === null ? deleted : written);
  }
  const counts = [0, 0, 0, 0];
  for (const [record, result] of results.entries())
    if (!failures.has(record)) counts[result] = (counts[result] ?? 0) + 1;
  return {
    written: counts[written] ?? 0,
    deleted: counts[deleted] ?? 0,
    unchanged: counts[unchanged] ?? 0,
    failed: failures.size,
    skipped: counts[skipped] ?? 0,
  };
}

const kinds = ["base", "special", "cost", "tier", "tierDeletions"] as const;
