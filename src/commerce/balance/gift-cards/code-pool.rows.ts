import type { Db } from "../../../platform/db/database.js";
import { keyOf } from "../../../platform/db/models.js";

/** Records that a gift card has a code, so that no other card gets it. */
export async function markCodeTaken(db: Db, code: string): Promise<void> {
  const code_key = keyOf(code);
  await db.models.giftCardCode.upsert({
    where: { code_key },
    create: { code, code_key, is_taken: true },
    update: { is_taken: true },
    select: { id: true },
  });
}

/** Returns the number of free and taken codes. */
export async function countCodes(db: Db): Promise<{ readonly free: number; readonly taken: number }> {
  const groups = await db.models.giftCardCode.groupBy({ by: ["is_taken"], _count: true });
  const countOf = (isTaken: boolean) => groups.find(({ is_taken }) => is_taken === isTaken)?._count ?? 0;
  return { free: countOf(false), taken: countOf(true) };
}

/** Returns the number of free codes, counting up to a limit. */
export const countFreeCodes = (db: Db, limit: number): Promise<number> =>
  db.models.giftCardCode.count({ where: { is_taken: false }, take: Math.max(limit, 0) });
