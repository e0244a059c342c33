import type { Db } from "../../../../platform/db/database.js";
import { readGuardRails } from "../../guard-rails/current-prices.sql.js";
import type { GuardedRow } from "../../guard-rails/guarded-rows.js";
import { evaluateRows, type StoppedRow } from "../../guard-rails/limits/judge.js";
import { GuardRails } from "../../guard-rails/limits/limits.js";
import { guardPrices, guardTierPrices } from "../../guard-rails/price-guard.js";
import { scalarKinds } from "../../../../commerce/pricing/closed-sets.types.js";
import type { Changes, Plan } from "../rows/plan.js";

/** A row of a file whose prices wait for approval if they are proposed. */
export interface HeldRow {
  readonly record: number;
  readonly rows: readonly GuardedRow[];
  readonly stopped: readonly StoppedRow[];
}

/** Judges the rows of a plan as one call. Returns those that a guard-rail holds, in the order of the file. */
export async function judgePlan(db: Db, plan: Plan): Promise<readonly HeldRow[]> {
  const guarded: GuardedRow[] = [];
  const records: number[] = [];
  const add = ({ places }: Changes<unknown>, rows: readonly GuardedRow[]) => {
    for (const [index, row] of rows.entries()) {
      guarded.push(row);
      records.push(plan.rows[places[index] ?? -1]?.record ?? -1);
    }
  };
  for (const kind of scalarKinds) add(plan[kind], await guardPrices(db, plan[kind].writes, true));
  add(plan.tier, await guardTierPrices(db, plan.tier.writes, true));
  const gone = plan.tierDeletions.writes.map((write) => ({ ...write, value: null, percentage: null }));
  add(plan.tierDeletions, await guardTierPrices(db, gone, true));
  const { stopped } = evaluateRows(guarded, new GuardRails(await readGuardRails(db)));
  const held = new Map<number, StoppedRow[]>();
  for (const row of stopped) held.set(records[row.index] ?? -1, [...(held.get(records[row.index] ?? -1) ?? []), row]);
  return [...held]
    .filter(([, rows]) => rows.every(({ action }) => action === "hold"))
    .sort(([one], [other]) => one - other)
    .map(([record, rows]) => ({
      record,
      rows: guarded.filter((_, index) => records[index] === record),
      stopped: rows,
    }));
}
