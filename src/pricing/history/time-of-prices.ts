import { invalid } from "../../call/errors.js";
import type { Db } from "../../db/database.js";
import { historyRemoved, toTimestamp } from "./prices-as-of.js";
import { readHistoryReach } from "./prices-as-of.sql.js";

/** After every change. */
const endOfTime = "infinity";

/** A time, in the past with the prices of then. */
export interface TimeOfPrices {
  readonly instant: Date;
  /** As the database reads it. */
  readonly until: string;
}

/**
 * Returns the time of prices that a caller names, by default now. Throws 400 for text that is no time, and for a time before
 * what the history keeps.
 */
export async function timeOfPrices(db: Db, at: string | null | undefined): Promise<TimeOfPrices> {
  if (!at) return { instant: new Date(), until: endOfTime };
  const until = toTimestamp(at);
  const instant = new Date(until.replace(" ", "T").replace("+00", "Z"));
  if (Number.isNaN(instant.getTime())) throw invalid("at", at);
  const { is_removed, begins_at } = await readHistoryReach(db, until);
  if (is_removed) throw historyRemoved(at, begins_at);
  return { instant, until };
}
