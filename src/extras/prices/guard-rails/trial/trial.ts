import { inputError } from "../../../../api/call/errors.js";
import { toPriceChanges } from "../../../../commerce/pricing/history/changes/changes-output.js";
import { readChangesByIds } from "../../../../commerce/pricing/history/changes/read-changes.sql.js";
import { readWebsites } from "../../../../commerce/store/published.js";
import type { Db } from "../../../../platform/db/database.js";
import { readGuardRails } from "../current-prices.sql.js";
import { checkGuardRail } from "../guard-rail-rules.js";
import type { GuardRailData } from "../guard-rails.rows.js";
import type { PriceGuardRail } from "../guard-rails.types.js";
import type { GuardRail } from "../limits/limits.js";
import { readTrial, type WebsiteLimits } from "./trial.sql.js";
import type { PriceGuardRailTrial } from "./trial.types.js";

const maxDays = 366;
const maxListed = 20;
const msOfDay = 86_400_000;

/** Returns what a guard-rail would have stopped. Throws 400 for invalid limits or days, 404 for an unknown website. */
export async function tryGuardRail(db: Db, given: PriceGuardRail, days: number): Promise<PriceGuardRailTrial> {
  if (days < 1 || days > maxDays) throw inputError("The days must be from 1 to %max.", { max: maxDays });
  const rail = await checkGuardRail(db, given);
  const [rails, websites] = [await readGuardRails(db), await readWebsites(db)];
  const others = rails.filter((other) => other.kind === rail.kind && other.website_id !== rail.website_id);
  const limits = websites.flatMap(({ id }) => limitsOn(id, rail, others));
  const since = new Date(Date.now() - days * msOfDay).toISOString();
  const rows = await readTrial(db, { kind: rail.kind, since, limits, size: maxListed });
  const found = rows.flatMap((row) => (row.set === null ? [] : [{ ...row, id: `${row.set}.${row.seq}` }]));
  const stored = await readChangesByIds(
    db,
    found.map(({ id }) => id),
  );
  const changes = new Map((await toPriceChanges(db, stored)).map((change) => [change.id, change]));
  const [counts] = rows;
  if (!counts) throw new Error("a trial has at least one row");
  const { examined, stopped, calls } = counts;
  const largest = found.flatMap(({ id, percent, broken }) => {
    const change = changes.get(id);
    return change ? [{ change, percent, limit: broken }] : [];
  });
  return { since, examined, stopped, calls, largest };
}

/**
 * Returns the limits of a guard-rail for the prices of a website; none if they do not apply there. A website's own limit takes
 * precedence over that of website 0, and prices of website 0 must keep the limits of each website.
 */
function limitsOn(websiteId: number, rail: GuardRailData, others: readonly GuardRail[]): WebsiteLimits[] {
  if (rail.website_id !== 0 && websiteId !== rail.website_id && websiteId !== 0) return [];
  const own = rail.website_id === 0 ? others.find((other) => other.website_id === websiteId) : undefined;
  return [
    {
      websiteId,
      rise: own?.max_rise_percent == null ? rail.max_rise_percent : null,
      fall: own?.max_fall_percent == null ? rail.max_fall_percent : null,
      floor: own?.floor_above_cost_percent == null ? rail.floor_above_cost_percent : null,
      ceiling: own?.ceiling == null ? rail.ceiling : null,
      rows: own?.max_rows == null ? rail.max_rows : null,
    },
  ];
}
