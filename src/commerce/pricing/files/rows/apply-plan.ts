import type { Db } from "../../../../platform/db/database.js";
import { awaitWrite } from "../../writes/checked-rows.js";
import { recordPricedProducts, recordPrices } from "../../writes/price-events.js";
import type { PriceOrigin } from "../../writes/price-origin.js";
import { type PriceWrite, writeChangedPrices } from "../../writes/price-writes.sql.js";
import { deleteTierPrices, writeTierPrices } from "../../tier-prices/tier-price-writes.sql.js";
import { filterStoredTiers } from "./changed-rows.js";
import { type Changes, countRows, filterChanges, type Plan } from "./plan-rows.js";
import { type ScalarKind, scalarKinds } from "../../closed-sets.types.js";

/** Numbers of rows by their result. */
export interface RowCounts {
  readonly written: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Writes the changes of a plan as the price routes do. Returns the numbers of its rows by their result. */
export async function applyPlan(db: Db, plan: Plan, origin: PriceOrigin): Promise<RowCounts> {
  const tierDeletions = await filterStoredTiers(db, plan.tierDeletions);
  await awaitWrite("Could not delete Tier Prices", deleteTierPrices(db, tierDeletions.writes, origin));
  const [prices, tier] = await Promise.all([writePlannedPrices(db, plan, origin), writePlannedTiers(db, plan, origin)]);
  await Promise.all([
    ...scalarKinds.map((kind) => recordPrices(db, { kind, rows: prices[kind].writes })),
    recordPricedProducts(db, "tier", [...tierDeletions.writes, ...tier.writes]),
  ]);
  return countsOf(plan, countRows([prices.base, prices.special, prices.cost, tier, tierDeletions]));
}

type PlannedPrices = Record<ScalarKind, Changes<PriceWrite>>;

/** Writes base prices, special prices and costs, with one write for each scope. Returns those that changed. */
async function writePlannedPrices(db: Db, { base, special, cost }: Plan, origin: PriceOrigin): Promise<PlannedPrices> {
  const writes = [...base.writes, ...special.writes, ...cost.writes];
  const unchanged = await awaitWrite("Could not save Prices.", writeChangedPrices(db, writes, origin));
  if (unchanged.length === 0) return { base, special, cost };
  const scopes = new Map(unchanged.map((found) => [`${found.productId} ${found.storeId}`, found]));
  const filterChanged = (kind: ScalarKind, { writes: rows, places }: Changes<PriceWrite>) =>
    filterChanges({ writes: rows, places }, (index) => {
      const { productId, storeId } = rows[index] ?? {};
      return scopes.get(`${productId} ${storeId}`)?.[kind] !== true;
    });
  return {
    base: filterChanged("base", base),
    special: filterChanged("special", special),
    cost: filterChanged("cost", cost),
  };
}

/** Writes tier prices. Returns those that changed. */
async function writePlannedTiers(db: Db, { tier }: Plan, origin: PriceOrigin): Promise<Plan["tier"]> {
  const unchanged = new Set(await awaitWrite("Could not save Tier Prices", writeTierPrices(db, tier.writes, origin)));
  if (unchanged.size === 0) return tier;
  const changed = new Set(tier.writes.flatMap((write, index) => (unchanged.has(write) ? [] : [index])));
  return filterChanges(tier, (index) => changed.has(index));
}

/** Counts the rows of a plan by their result, given the number of rows that change a price. */
export function countsOf({ rows, failures, valid }: Plan, written: number): RowCounts {
  const failed = failures.size;
  return { written, unchanged: valid - written, failed, skipped: rows.length - valid - failed };
}
