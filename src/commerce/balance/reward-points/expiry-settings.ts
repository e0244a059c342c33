import type { Db } from "../../../platform/db/database.js";
import { readSettings, type Settings } from "../../store/published.js";
import { readWebsiteOf } from "../ledger/balances.rows.js";

const days = "magento_reward/general/expiration_days";
const calculation = "magento_reward/general/expiry_calculation";

/** The way points of a website expire. */
export interface PointsExpiry {
  /** Days after which points expire; 0 means never. */
  readonly days: number;
  /** Whether the current setting also applies to points that were added earlier. */
  readonly isDynamic: boolean;
}

/** Paths of the settings for the expiry of points. */
export const expiryPaths: readonly string[] = [days, calculation];

/** Returns the way points of a website expire. */
export function expiryIn(settings: Settings, websiteId: number): PointsExpiry {
  const scope = { storeId: 0, websiteId };
  return { days: settings.number(days, scope), isDynamic: settings.value(calculation, scope) === "dynamic" };
}

/** Returns the number of days until points added today expire; undefined if they never do. */
export async function readExpiry(db: Db, websiteId: number): Promise<number | undefined> {
  return expiryIn(await readSettings(db, expiryPaths), websiteId).days || undefined;
}

/** Returns the same for the website of a balance of points. */
export const readExpiryOfAccount = async (db: Db, accountId: number): Promise<number | undefined> =>
  readExpiry(db, await readWebsiteOf(db, accountId));
