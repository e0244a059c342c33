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

/** Takes a code that no gift card has used and returns it; undefined if there is none. */
// SQL: a queue and a set-based write. Gift cards that are created at the same time claim different codes with `skip
// locked`, and codes are added in one statement.
export async function claimCode(db: Db): Promise<string | undefined> {
  const taken = await db.one<{ code: string }>(
    `update gift_card_code set is_taken = true
    where id = (select id from gift_card_code where not is_taken order by id limit 1 for update skip locked)
    returning code`,
  );
  return taken?.code;
}

/** Adds codes, except those in the pool or on gift cards. Returns the number of added codes. */
// SQL: a queue and a set-based write. Gift cards that are created at the same time claim different codes with `skip
// locked`, and codes are added in one statement.
export const addCodes = (db: Db, codes: readonly string[]): Promise<number> =>
  db.execute(
    `insert into gift_card_code (code, code_key)
    select g.code, name_key(g.code) from unnest($1::text[]) g (code)
    where not exists (select from gift_card_account a where a.code_key = name_key(g.code))
    on conflict (code_key) do nothing`,
    [[...codes]],
  );
