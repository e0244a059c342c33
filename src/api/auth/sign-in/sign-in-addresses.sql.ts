// SQL: conditions and deletions by the database's clock, in statements that lock failures.
import type { Db } from "../../../platform/db/database.js";
import type { TokenOwner } from "../tokens/tokens.js";

/** Days that an address counts as known after a sign-in. */
export const knownDays = 30;

/** SQL condition that a sign-in from address `a` was recorded within the given number of days; false if there is none. */
export const seenWithin = (days: number): string => `coalesce(a.seen_at > now() - interval '${days} days', false)`;

/** Records that an account was signed in from an address. */
export async function recordSignInAddress(db: Db, { type, id }: TokenOwner, address: string): Promise<void> {
  await db.execute(
    `insert into sign_in_address (user_type, user_id, address, seen_at) values ($1::int, $2::int, $3::text, now())
     on conflict (user_type, user_id, address) do update set seen_at = now()`,
    [type, id, address],
  );
}

/** Deletes addresses that no longer count as known. */
export const deleteOldSignInAddresses = (db: Db): Promise<number> =>
  db.execute(`delete from sign_in_address where seen_at < now() - interval '${knownDays} days'`);
