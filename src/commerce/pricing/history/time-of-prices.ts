import { invalid } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { historyRemoved, toTimestamp } from "./as-of/prices-as-of.js";
import { readHistoryReach } from "./as-of/prices-as-of.sql.js";

/** A time after every change. */
const endOfTime = "infinity";

/** A time for which prices are read. */
export interface TimeOfPrices {
  readonly instant: Date;
  /** Changes up to this time count. In the format of the database. */
  readonly until: string;
}

/**
 * Returns the time of prices that a caller requests, by default now. Throws 400 for invalid text and for a time before the
 * history that is kept.
 */
export async function resolveTimeOfPrices(db: Db, at: string | null | undefined): Promise<TimeOfPrices> {
  if (!at) return { instant: new Date(), until: endOfTime };
  const until = toTimestamp(at);
  const instant = new Date(until.replace(" ", "T").replace("+00", "Z"));
  if (Number.isNaN(instant.getTime())) throw invalid("at", at);
  const { is_removed, begins_at } = await readHistoryReach(db, until);
  if (is_removed) throw historyRemoved(at, begins_at);
  return { instant, until };
}
