import type { Db } from "../../db/database.js";
import { awaitWrite } from "../checked-rows.js";
import { recordPricedProducts, recordPrices } from "../price-events.js";
import type { PriceOrigin } from "../price-origin.js";
import { writePrices } from "../price-writes.sql.js";
import { deleteTierPrices, writeTierPrices } from "../tier-price-writes.sql.js";
import type { Plan } from "./plan-rows.js";

/** How rows ended. */
export interface RowCounts {
  readonly written: number;
  readonly unchanged: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Writes the changes of a plan, as the price routes write theirs. */
export async function applyPlan(db: Db, plan: Plan, origin: PriceOrigin): Promise<void> {
  for (const kind of ["base", "special", "cost"] as const) {
    const rows = plan[kind].writes;
    const writing = awaitWrite("Could not save Prices.", writePrices(db, rows, origin));
    await recordPrices(db, { kind, rows, writing });
  }
  const { tier, goneTiers } = plan;
  await awaitWrite("Could not delete Tier Prices", deleteTierPrices(db, goneTiers.writes, origin));
  await awaitWrite("Could not save Tier Prices", writeTierPrices(db, tier.writes, origin));
  await recordPricedProducts(db, "tier", [...goneTiers.writes, ...tier.writes]);
}

/** Counts how the rows of a plan end. */
export function countsOf({ rows, failures, unchanged, skipped }: Plan): RowCounts {
  const failed = failures.size;
  return { written: rows.length - failed - unchanged - skipped, unchanged, failed, skipped };
}
