import type { Actor } from "../../../../api/auth/actor.js";
import type { Config } from "../../../../config.js";
import type { Db } from "../../../../platform/db/database.js";
import type { CheckedRows } from "../../writes/checked-rows.js";
import { PriceGuard, type StoppedPrice } from "../../guard-rails/price-guard.js";
import type { RowTally } from "../../guard-rails/limits/row-tally.js";
import { toQuantity } from "../../../../platform/money/columns.js";
import { lockTierPriceScopes, storeViews } from "../../price-scopes.sql.js";
import type { PriceWrite } from "../../writes/price-writes.sql.js";
import type { PriceUpdateResult } from "../../price.types.js";
import { lockProducts, type PricedProducts, pricedTypes } from "../../priced-products.sql.js";
import { readStoredTierPrices } from "../../prices.sql.js";
import type { TierPriceWrite } from "../../tier-prices/tier-price-writes.sql.js";
import { rowFailure } from "../../failure-codes.js";
import { type FileRow, type RowFailure } from "./parse-rows.js";
import { checkBase, checkCost, checkTierDeletions, checkSpecial, checkTiers, type RowFacts } from "./row-groups.js";
import { type PriceKind } from "../../closed-sets.types.js";

/** Writes of one kind, each with the index of its row. */
export interface Changes<Write> {
  readonly writes: readonly Write[];
  readonly places: readonly number[];
}

/** The writes of rows that are valid. */
export interface PlannedWrites {
  readonly base: Changes<PriceWrite>;
  readonly special: Changes<PriceWrite>;
  readonly cost: Changes<PriceWrite>;
  readonly tier: Changes<TierPriceWrite>;
  /** Tier prices to delete. */
  readonly tierDeletions: Changes<TierPriceWrite>;
}

/** The writes and the failures of the rows of a file. */
export interface Plan extends PlannedWrites {
  readonly rows: readonly FileRow[];
  /** The failures of rows, by the index of the row. */
  readonly failures: ReadonlyMap<number, RowFailure>;
  /** Number of rows that can be applied, including those that would change nothing. */
  readonly valid: number;
}

export interface PlanOptions {
  readonly config: Pick<Config, "PORTICO_PRICE_SCOPE">;
  /** The user whose rights and guard-rails apply. */
  readonly actor: Actor;
  /** Number of rows that may still fail. The rows after the last of them are skipped. */
  readonly failuresLeft: number;
  /** Counts the prices of a file that comes in parts. */
  readonly tally?: RowTally;
}

/**
 * Checks rows by the rules of the price routes. Locks the products until the transaction ends. If several rows are for the
 * same price, the last one applies.
 */
export async function planRows(
  db: Db,
  rows: readonly FileRow[],
  { config, actor, failuresLeft, tally }: PlanOptions,
): Promise<Plan> {
  const failures = new Map<number, RowFailure>();
  const guard = PriceGuard.begin({ actor, db }, tally);
  const groups = groupRows(rows, failures);
  const facts = await factsOf(db, groups.wanted, config.PORTICO_PRICE_SCOPE);
  const take = <Write>(
    places: readonly number[],
    check: (rows: readonly FileRow[], facts: RowFacts) => CheckedRows<Write>,
  ) => changesOf(places, check(rowsAt(rows, places), facts), failures);
  const checked = {
    base: take(groups.base, checkBase),
    special: take(groups.special, checkSpecial),
    cost: take(groups.cost, checkCost),
    tier: take(groups.tier, checkTiers),
    tierDeletions: take(groups.tierDeletions, checkTierDeletions),
  };
  const found = await applyGuard(checked, guard, failures);
  const last = lastPlace(failures, failuresLeft);
  for (const place of failures.keys()) if (place > last) failures.delete(place);
  const kept = dropRowsAfter(found, last);
  return { rows, failures, valid: countRows(Object.values(kept)), ...kept };
}

function rowsAt(rows: readonly FileRow[], places: readonly number[]): FileRow[] {
  const found: FileRow[] = [];
  for (const place of places) {
    const row = rows[place];
    if (row) found.push(row);
  }
  return found;
}

/** Counts the rows behind changes. One row can have several writes: a base price for each store view. */
export function countRows(kinds: readonly Pick<Changes<unknown>, "places">[]): number {
  let count = 0;
  for (const { places } of kinds) count += new Set(places).size;
  return count;
}

/** Groups the indexes of readable rows by kind, with deletions of tier prices apart. Of rows for a price, keeps the last. */
function groupRows(rows: readonly FileRow[], failures: Map<number, RowFailure>) {
  const last = new Map<string, number>();
  for (const [index, row] of rows.entries()) {
    if (row.failure) failures.set(index, row.failure);
    else last.set(keyOfPrice(row), index);
  }
  const wanted: FileRow[] = [];
  const groups: Record<PriceKind | "tierDeletions", number[]> = {
    base: [],
    special: [],
    cost: [],
    tier: [],
    tierDeletions: [],
  };
  for (const place of last.values()) {
    const row = rows[place];
    if (!row) continue;
    wanted.push(row);
    groups[row.kind === "tier" && row.price === null ? "tierDeletions" : row.kind].push(place);
  }
  return { wanted, ...groups };
}

/** Returns a key that rows for the same price share. */
export const keyOfPrice = (row: FileRow): string =>
  row.kind === "tier"
    ? `tier\t${row.sku.toLowerCase()}\t${row.website_id}\t${row.customer_group.toLowerCase()}\t${toQuantity(row.quantity) ?? row.quantity}`
    : `${row.kind}\t${row.sku.toLowerCase()}\t${row.store_id}`;

async function factsOf(db: Db, rows: readonly FileRow[], scope: RowFacts["scope"]): Promise<RowFacts> {
  const products = await lockProducts(db, rows);
  const tiers = rows.filter(({ kind }) => kind === "tier");
  const groups = new Set(tiers.map(({ customer_group }) => customer_group));
  const noScopes = { websites: new Map<number, boolean>(), groups: new Map<string, number>() };
  return {
    products,
    stores: await storeViews(db),
    scopes: tiers.length > 0 ? await lockTierPriceScopes(db, groups) : noScopes,
    scope,
    stored: tiers.length > 0 ? await readConflictingTiers(db, tiers, products) : [],
  };
}

/** Reads the stored tier prices that those of a file could conflict with. */
const readConflictingTiers = (db: Db, tiers: readonly FileRow[], products: PricedProducts) =>
  readStoredTierPrices(db, {
    productIds: [...new Set(tiers.map(({ sku }) => products.find(sku)))].flatMap((product) =>
      product && pricedTypes.includes(product.type_id) ? [product.id] : [],
    ),
    ofAllWebsites: tiers.some(({ website_id }) => website_id !== 0),
    ofOneWebsite: tiers.some(({ website_id }) => website_id === 0),
  });

/** Adds the failures of rows to `failures` and returns the writes of the others. */
function changesOf<Write>(
  places: readonly number[],
  checked: CheckedRows<Write>,
  failures: Map<number, RowFailure>,
): Changes<Write> {
  const reasons = new Map<number, PriceUpdateResult[]>();
  for (const [index, failure] of checked.failures.entries()) {
    const place = places[checked.places.failures[index] ?? -1] ?? -1;
    const known = reasons.get(place);
    if (known) known.push(failure);
    else reasons.set(place, [failure]);
  }
  for (const [place, found] of reasons) failures.set(place, rowFailure(found));
  return { writes: checked.valid, places: checked.places.valid.map((index) => places[index] ?? -1) };
}

/** Removes the rows that guard-rails or the caller's rights stop, and adds their failures to `failures`. */
async function applyGuard(
  found: PlannedWrites,
  guard: PriceGuard,
  failures: Map<number, RowFailure>,
): Promise<PlannedWrites> {
  const without = <Write>(changes: Changes<Write>, stopped: readonly StoppedPrice[]): Changes<Write> => {
    for (const { index, failure } of stopped) failures.set(changes.places[index] ?? -1, rowFailure([failure]));
    const places = new Set(stopped.map(({ index }) => index));
    return places.size === 0 ? changes : filterChanges(changes, (index) => !places.has(index));
  };
  const prices = async (changes: Changes<PriceWrite>) => without(changes, (await guard.review(changes.writes)).stopped);
  const tiers = async (changes: Changes<TierPriceWrite>) =>
    without(changes, (await guard.reviewTierPrices(changes.writes)).stopped);
  return {
    base: await prices(found.base),
    special: await prices(found.special),
    cost: await prices(found.cost),
    tier: await tiers(found.tier),
    tierDeletions: found.tierDeletions,
  };
}

/** Returns the index of the last row to apply, if at most `most` rows may fail. */
function lastPlace(failures: ReadonlyMap<number, RowFailure>, most: number): number {
  if (failures.size < most) return Infinity;
  return [...failures.keys()].sort((one, other) => one - other)[most - 1] ?? -1;
}

/** Returns the changes that `keep` accepts. */
export const filterChanges = <Write>(
  { writes, places }: Changes<Write>,
  keep: (index: number, place: number) => boolean,
) => {
  const kept = places.flatMap((place, index) => (keep(index, place) ? [index] : []));
  return {
    writes: kept.flatMap((index) => writes[index] ?? []),
    places: kept.flatMap((index) => places[index] ?? []),
  };
};

function dropRowsAfter(found: PlannedWrites, last: number): PlannedWrites {
  if (last === Infinity) return found;
  const early = (_index: number, place: number) => place <= last;
  return {
    base: filterChanges(found.base, early),
    special: filterChanges(found.special, early),
    cost: filterChanges(found.cost, early),
    tier: filterChanges(found.tier, early),
    tierDeletions: filterChanges(found.tierDeletions, early),
  };
}
