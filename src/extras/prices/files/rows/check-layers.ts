import type { Db } from "../../../../platform/db/database.js";
import { rowFailure, type RowFailure } from "../../../../commerce/pricing/failure-codes.js";
import type { PriceUpdateResult } from "../../../../commerce/pricing/price.types.js";
import type { CheckedRows } from "../../../../commerce/pricing/writes/checked-rows.js";
import type { PriceWrite } from "../../../../commerce/pricing/writes/price-writes.sql.js";
import { findReversedPeriods } from "./current-prices.sql.js";
import type { FileRow } from "./file-row.js";
import { type Changes, filterChanges, type PlannedWrites } from "./plan.js";
import { checkBase, checkCost, checkSpecial, checkTierDeletions, checkTiers, type RowFacts } from "./row-groups.js";

/** Rows in layers. In each layer every price occurs once. */
export interface Layers {
  /** The key of the price of each row, by the index of the row. */
  readonly keys: readonly string[];
  /** Indexes of rows. The first layer has the last row of each price. */
  readonly layers: readonly (readonly number[])[];
}

interface CheckContext {
  readonly rows: readonly FileRow[];
  readonly facts: RowFacts;
  readonly failures: Map<number, RowFailure>;
}

/** Checks the rows of all layers. Adds the failures of rows and returns the writes of the others. */
export async function checkLayers(db: Db, { layers }: Layers, context: CheckContext): Promise<PlannedWrites> {
  const checked = layers.map((layer) => checkLayer(layer, context));
  const [first = noWrites, ...others] = checked;
  const all = others.reduce(mergeWrites, first);
  return { ...all, special: await withoutReversed(db, all.special, context) };
}

const none = { writes: [], places: [] };
const noWrites: PlannedWrites = { base: none, special: none, cost: none, tier: none, tierDeletions: none };

const mergeChanges = <Write>(one: Changes<Write>, other: Changes<Write>): Changes<Write> => ({
  writes: [...one.writes, ...other.writes],
  places: [...one.places, ...other.places],
});

const mergeWrites = (one: PlannedWrites, other: PlannedWrites): PlannedWrites => ({
  base: mergeChanges(one.base, other.base),
  special: mergeChanges(one.special, other.special),
  cost: mergeChanges(one.cost, other.cost),
  tier: mergeChanges(one.tier, other.tier),
  tierDeletions: mergeChanges(one.tierDeletions, other.tierDeletions),
});

function checkLayer(layer: readonly number[], { rows, facts, failures }: CheckContext): PlannedWrites {
  const groups: Record<keyof PlannedWrites, number[]> = {
    base: [],
    special: [],
    cost: [],
    tier: [],
    tierDeletions: [],
  };
  for (const place of layer) {
    const row = rows[place];
    if (row) groups[row.kind === "tier" && row.price === null ? "tierDeletions" : row.kind].push(place);
  }
  const check = <Write>(
    places: readonly number[],
    rules: (rows: readonly FileRow[], facts: RowFacts) => CheckedRows<Write>,
  ): Changes<Write> => {
    if (places.length === 0) return none;
    const checked = rules(rowsAt(rows, places), facts);
    addFailures(checked, { places, rows, failures });
    return { writes: checked.valid, places: checked.places.valid.map((index) => places[index] ?? -1) };
  };
  return {
    base: check(groups.base, checkBase),
    special: check(groups.special, checkSpecial),
    cost: check(groups.cost, checkCost),
    tier: check(groups.tier, checkTiers),
    tierDeletions: check(groups.tierDeletions, checkTierDeletions),
  };
}

function rowsAt(rows: readonly FileRow[], places: readonly number[]): FileRow[] {
  const found: FileRow[] = [];
  for (const place of places) {
    const row = rows[place];
    if (row) found.push(row);
  }
  return found;
}

interface FailureContext extends Pick<CheckContext, "rows" | "failures"> {
  readonly places: readonly number[];
}

function addFailures(checked: CheckedRows<unknown>, { places, rows, failures }: FailureContext): void {
  const reasons = new Map<number, PriceUpdateResult[]>();
  for (const [index, failure] of checked.failures.entries()) {
    const record = rows[places[checked.places.failures[index] ?? -1] ?? -1]?.record ?? -1;
    const known = reasons.get(record);
    if (known) known.push(failure);
    else reasons.set(record, [failure]);
  }
  for (const [record, found] of reasons) if (!failures.has(record)) failures.set(record, rowFailure(found));
}

/** Removes special prices of which the file says one date, and the stored other one does not fit to it. */
async function withoutReversed(
  db: Db,
  special: Changes<PriceWrite>,
  { rows, failures }: Pick<CheckContext, "rows" | "failures">,
): Promise<Changes<PriceWrite>> {
  const isHalf = ({ specialFrom, specialTo }: PriceWrite) =>
    (specialFrom === undefined) !== (specialTo === undefined) && (specialFrom ?? specialTo) != null;
  const half = filterChanges(special, (index) => isHalf(special.writes[index] ?? noDates));
  if (half.writes.length === 0) return special;
  const reversed = new Set<number>();
  for (const { place, starts, ends } of await findReversedPeriods(db, half.writes)) {
    const at = half.places[place] ?? -1;
    const { sku = "", record = -1 } = rows[at] ?? {};
    const message = `The special price of ${sku} would end ${ends}, before it begins ${starts}: one of the dates is stored.`;
    failures.set(record, { code: "invalid_date", message });
    reversed.add(at);
  }
  return reversed.size === 0 ? special : filterChanges(special, (_, place) => !reversed.has(place));
}

const noDates: PriceWrite = { productId: 0, sku: "", storeId: 0 };
