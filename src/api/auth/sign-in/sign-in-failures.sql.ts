// SQL: a lock: failures are counted and names locked in one statement, by the database's clock.
import type { Db } from "../../../platform/db/database.js";
import type { UserType } from "../actor.js";
import { knownDays, recordSignInAddress, seenWithin } from "./sign-in-addresses.sql.js";

/** The account of sign-in attempts, whether or not it exists: a user type and a lower-case name. */
export interface SignInName {
  readonly type: UserType;
  readonly key: string;
}

/** An attempt for a name from an address, as `networkOf` returns it. */
export interface SignInAttempt extends SignInName {
  readonly address: string;
}

/** When failures lock a name, and for how long. */
export interface LockRule {
  /** Consecutive failures from an address that lock the name for this address. */
  readonly failures: number;
  /** Failures from all addresses together that lock the name for addresses without an earlier sign-in; 0 means no limit. */
  readonly totalFailures: number;
  readonly seconds: number;
}

/** Longer names match no account and need not be distinguished. */
const maxNameLength = 320;

/** Stands for all addresses together. */
const allAddresses = "";

/**
 * Counts a failure, for its address and for all addresses together. Returns true if it locks the name. Failures before an
 * expired lock do not count. Failures from a locked address count for that address only: they test no password, and a single
 * address must not lock out the others.
 */
export async function countFailure(db: Db, attempt: SignInAttempt, rule: LockRule): Promise<boolean> {
  const failures = await count(db, attempt, { maxFailures: rule.failures, seconds: rule.seconds });
  if (failures > rule.failures) return false;
  const maxTotalFailures = rule.totalFailures === 0 ? unlimited : Math.max(rule.totalFailures, rule.failures);
  const ofAll = await count(
    db,
    { ...attempt, address: allAddresses },
    { maxFailures: maxTotalFailures, seconds: rule.seconds },
  );
  return failures === rule.failures || ofAll === maxTotalFailures;
}

/** More than the column can count up to. */
const unlimited = 2 ** 31 - 1;

/** Counts a failure in one row and locks it once there are `maxFailures` failures. Returns their number. */
async function count(
  db: Db,
  { type, key, address }: SignInAttempt,
  { maxFailures, seconds }: { readonly maxFailures: number; readonly seconds: number },
): Promise<number> {
  const row = await db.one<{ failures: number }>(
    `insert into sign_in_failure as f (user_type, name_key, address, failures, failed_at, locked_until)
     values ($1::int, $2::text, $3::text, 1, now(), case when $4::int <= 1 then now() + make_interval(secs => $5::int) end)
     on conflict (user_type, name_key, address) do update set
       failures = case when f.locked_until <= now() then 1 else f.failures + 1 end,
       failed_at = now(),
       locked_until = case
         when f.locked_until > now() then f.locked_until
         when (case when f.locked_until <= now() then 1 else f.failures + 1 end) >= $4::int
           then now() + make_interval(secs => $5::int) end
     returning failures`,
    [type, key.slice(0, maxNameLength), address, maxFailures, seconds],
  );
  return row?.failures ?? 0;
}

/**
 * Clears the failures of an address, and those of all addresses together unless they lock the name, and records that the
 * account was signed in from the address. Returns false and changes nothing while the name is locked for the address: by
 * failures from it, or by those of all addresses together if the address has no earlier sign-in.
 */
export async function clearFailures(db: Db, attempt: SignInAttempt, accountId: number): Promise<boolean> {
  const { type, key, address } = attempt;
  const of = [type, key.slice(0, maxNameLength)];
  // Rows are locked in the order in which failures are counted, to avoid deadlocks.
  const rows = await db.query<{ address: string | null; locked: boolean; known: boolean; noted: boolean }>(
    `with failure as materialized (
       select address, coalesce(locked_until > now(), false) as locked from sign_in_failure
       where user_type = $1::int and name_key = $2::text and address in ($3::text, '${allAddresses}')
       order by address desc for update
     )
     select f.address, coalesce(f.locked, false) as locked, ${seenWithin(knownDays)} as known, ${seenWithin(1)} as noted
     from (values (1)) one
     left join failure f on true
     left join sign_in_address a on a.user_type = $1::int and a.user_id = $4::int and a.address = $3::text`,
    [...of, address, accountId],
  );
  if (rows.some((row) => row.locked && !(row.address === allAddresses && row.known))) return false;
  const cleared = rows.flatMap((row) => (row.address === null || row.locked ? [] : [row.address]));
  if (cleared.length > 0) {
    await db.execute(
      `delete from sign_in_failure where user_type = $1::int and name_key = $2::text and address = any($3::text[])`,
      [...of, cleared],
    );
  }
  if (!rows.some(({ noted }) => noted)) await recordSignInAddress(db, { type, id: accountId }, address);
  return true;
}

/** Unlocks a name for all addresses. Returns false if it was not locked for any. */
export async function unlock(db: Db, { type, key }: SignInName): Promise<boolean> {
  const removed = await db.query<{ locked: boolean }>(
    `delete from sign_in_failure where user_type = $1::int and name_key = $2::text
     returning coalesce(locked_until > now(), false) as locked`,
    [type, key.slice(0, maxNameLength)],
  );
  return removed.some(({ locked }) => locked);
}

/** Deletes failures older than a day that lock nobody. */
export const deleteOldSignInFailures = (db: Db): Promise<number> =>
  db.execute(
    `delete from sign_in_failure where failed_at < now() - interval '1 day' and coalesce(locked_until <= now(), true)`,
  );
