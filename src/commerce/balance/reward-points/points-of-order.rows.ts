import type { Db } from "../../../platform/db/database.js";
import { type Amount, asAmount, zero } from "../../../platform/money/amount.js";
import { add, subtract } from "../../../platform/money/arithmetic.js";

/** Returns the points that an order earned and the number deducted again; undefined if the order has no such entries. */
export async function readPointsOfOrder(
  db: Db,
  order_id: number,
): Promise<{ readonly earned: Amount; readonly deducted: Amount } | undefined> {
  const entries = await db.models.balanceEntry.findMany({
    where: { order_id, kind: "reward", action: { in: ["earned", "deducted"] } },
    select: { action: true, change: true },
  });
  if (entries.length === 0) return undefined;
  const of = (wanted: string) =>
    entries.filter(({ action }) => action === wanted).reduce((total, { change }) => add(total, asAmount(change)), zero);
  return { earned: of("earned"), deducted: subtract(zero, of("deducted")) };
}
