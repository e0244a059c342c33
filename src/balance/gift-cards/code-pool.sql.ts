// SQL: gift cards that are created at the same time take different codes without waiting for each other.
import type { Db } from "../../db/database.js";

/** Takes a code that no gift card has used and returns it; undefined if there is none. */
export async function claimCode(db: Db): Promise<string | undefined> {
  const taken = await db.one<{ code: string }>(
    `update gift_card_code set is_taken = true
    where id = (select id from gift_card_code where not is_taken order by id limit 1 for update skip locked)
    returning code`,
  );
  return taken?.code;
}

/** Records that a gift card has a code, so that no other card gets it. */
export async function markCodeTaken(db: Db, code: string): Promise<void> {
  await db.execute(
    `insert into gift_card_code (code, code_key, is_taken) values ($1::text, lower($1::text), true)
    on conflict (code_key) do update set is_taken = true`,
    [code],
  );
}

/** Adds codes, except those in the pool or on gift cards. Returns the number of added codes. */
export const addCodes = (db: Db, codes: readonly string[]): Promise<number> =>
  db.execute(
    `insert into gift_card_code (code, code_key)
    select g.code, lower(g.code) from unnest($1::text[]) g (code)
    where not exists (select from gift_card_account a where a.code_key = lower(g.code))
    on conflict (code_key) do nothing`,
    [[...codes]],
  );

/** Returns the number of free and taken codes. */
export async function countCodes(db: Db): Promise<{ readonly free: number; readonly taken: number }> {
  const counts = await db.one<{ free: number; taken: number }>(
    `select count(*) filter (where not is_taken)::int as free, count(*) filter (where is_taken)::int as taken
    from gift_card_code`,
  );
  return counts ?? { free: 0, taken: 0 };
}

/** Returns the number of free codes, counting up to a limit. */
export async function countFreeCodes(db: Db, limit: number): Promise<number> {
  const counted = await db.one<{ free: number }>(
    `select count(*)::int as free
    from (select from gift_card_code where not is_taken limit greatest($1::int, 0)) as free_code`,
    [limit],
  );
  return counted?.free ?? 0;
}
