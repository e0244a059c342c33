// SQL: a queue and a set-based write. Gift cards that are created at the same time claim different codes with `skip
// locked`, and codes are added in one statement.
import type { Db } from "../../../platform/db/database.js";

/** Takes a code that no gift card has used and returns it; undefined if there is none. */
export async function claimCode(db: Db): Promise<string | undefined> {
  const taken = await db.one<{ code: string }>(
    `update gift_card_code set is_taken = true
    where id = (select id from gift_card_code where not is_taken order by id limit 1 for update skip locked)
    returning code`,
  );
  return taken?.code;
}

/** Adds codes, except those in the pool or on gift cards. Returns the number of added codes. */
export const addCodes = (db: Db, codes: readonly string[]): Promise<number> =>
  db.execute(
    `insert into gift_card_code (code, code_key)
    select g.code, name_key(g.code) from unnest($1::text[]) g (code)
    where not exists (select from gift_card_account a where a.code_key = name_key(g.code))
    on conflict (code_key) do nothing`,
    [[...codes]],
  );
