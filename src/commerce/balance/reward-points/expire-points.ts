import { guest } from "../../../api/auth/actor.js";
import type { Kernel } from "../../../api/call/kernel.js";
import type { Db } from "../../../platform/db/database.js";
import { isPositive, min, negate } from "../../../platform/money/arithmetic.js";
import { Recurring } from "../../../platform/process/recurring.js";
import { readSettings, readWebsites } from "../../store/published.js";
import { changeBalances, lockBalances } from "../ledger/balances.rows.js";
import { pointsLeft } from "./batches.js";
import { findDueBalances, saveExpiry, readPoints } from "./expiry.sql.js";
import { expiryIn, expiryPaths, type PointsExpiry } from "./expiry-settings.js";

/** Milliseconds between two runs. */
const pause = 60_000;
/** Maximum number of balances per website in a run. */
const maxBalances = 1000;

type Dependencies = Pick<Kernel, "db" | "log">;

/** Removes expired points from balances once a minute. Several processes can run it at once. */
export const pointsExpiry = ({ db, log }: Dependencies): Recurring =>
  new Recurring(() => expirePoints(db), {
    pause,
    onError: (error) => log.warn({ err: error }, "failed to expire reward points, will retry"),
  });

/** Removes expired points from balances that are due, each in its own transaction. */
export async function expirePoints(db: Kernel["db"]): Promise<void> {
  const [settings, websites] = await Promise.all([readSettings(db, expiryPaths), readWebsites(db)]);
  for (const { id } of websites) {
    const expiry = expiryIn(settings, id);
    // Without a number of days, points never expire by age.
    if (expiry.isDynamic && expiry.days === 0) continue;
    const due = await findDueBalances(
      db,
      { websiteId: id, days: expiry.isDynamic ? expiry.days : undefined },
      maxBalances,
    );
    for (const accountId of due) await db.transaction((tx) => expireAccountPoints(tx, accountId, expiry));
  }
}

async function expireAccountPoints(db: Db, accountId: number, expiry: PointsExpiry): Promise<void> {
  const [locked] = await lockBalances(db, [accountId]);
  if (!locked) return;
  const { entries, now } = await readPoints(db, accountId);
  const left = pointsLeft(entries, expiry, now);
  const points = min(left.expired, locked.balance);
  if (isPositive(points)) {
    const cause = `expiry:${left.lastExpired ?? ""}`;
    const entry = { accountId, change: negate(points), action: "expired" as const, cause };
    await changeBalances(db, guest, [{ ...entry, comment: "The points expired." }]);
  }
  await saveExpiry(db, accountId, left);
}
