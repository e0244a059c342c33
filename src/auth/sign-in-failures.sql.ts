// SQL: a lock: failures are counted and names locked in one statement, by the database's clock.
import type { Db } from "../db/database.js";
import type { UserType } from "./actor.js";

/** The account of sign-in attempts, existing or not: a user type and a lower-case name. */
export interface SignInName {
  readonly type: UserType;
  readonly key: string;
}

/** Consecutive failures that lock a name, and the lock's length in seconds. */
export interface LockRule {
  readonly failures: number;
  readonly seconds: number;
}

/** Longer names match no account and need not be distinguished. */
const longest = 320;

/** Counts a failure. Returns true if it locks the name. Failures before an expired lock do not count. */
export async function countFailure(db: Db, { type, key }: SignInName, rule: LockRule): Promise<boolean> {
  const row = await db.one<{ failures: number }>(
    `insert into sign_in_failure as f (user_type, name_key, failures, failed_at, locked_until)
     values ($1::int, $2::text, 1, now(), case when $3::int <= 1 then now() + make_interval(secs => $4::int) end)
     on conflict (user_type, name_key) do update set
       failures = case when f.locked_until <= now() then 1 else f.failures + 1 end,
       failed_at = now(),
       locked_until = case
         when f.locked_until > now() then f.locked_until
         when (case when f.locked_until <= now() then 1 else f.failures + 1 end) >= $3::int
           then now() + make_interval(secs => $4::int) end
     returning failures`,
    [type, key.slice(0, longest), rule.failures, rule.seconds],
  );
  return row?.failures === rule.failures;
}

/** Clears the failures of a name. Returns false and clears nothing while it is locked. */
export async function forgiveFailures(db: Db, { type, key }: SignInName): Promise<boolean> {
  const of = [type, key.slice(0, longest)];
  const row = await db.one<{ locked: boolean }>(
    `select coalesce(locked_until > now(), false) as locked from sign_in_failure
     where user_type = $1::int and name_key = $2::text for update`,
    of,
  );
  if (row?.locked) return false;
  if (row) await db.execute(`delete from sign_in_failure where user_type = $1::int and name_key = $2::text`, of);
  return true;
}

/** Unlocks a name. Returns false if it was not locked. */
export async function unlock(db: Db, { type, key }: SignInName): Promise<boolean> {
  const removed = await db.query<{ locked: boolean }>(
    `delete from sign_in_failure where user_type = $1::int and name_key = $2::text
     returning coalesce(locked_until > now(), false) as locked`,
    [type, key.slice(0, longest)],
  );
  return removed.some(({ locked }) => locked);
}

/** Deletes failures older than a day that lock nobody. */
export const forgetOldFailures = (db: Db): Promise<number> =>
  db.execute(
    `delete from sign_in_failure where failed_at < now() - interval '1 day' and coalesce(locked_until <= now(), true)`,
  );
