import type { Db } from "../db/database.js";
import type { UserType } from "./actor.js";

/** Whom somebody tries to sign in as, whether or not there is such an account: a kind of user and a name in lower case. */
export interface SignInName {
  readonly type: UserType;
  readonly key: string;
}

/** After how many failures in a row a name is locked, and for how many seconds. */
export interface LockRule {
  readonly failures: number;
  readonly seconds: number;
}

/** Names that are longer belong to nobody, and need not be told apart. */
const longest = 320;

/** Counts a failure; true where it locks the name. Those before a lock that has ended do not count any more. */
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

/** Forgets the failures of a name; false, and nothing is forgotten, while it is locked. */
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

/** Lets a name sign in again at once; false where it was not locked. */
export async function unlock(db: Db, { type, key }: SignInName): Promise<boolean> {
  const removed = await db.query<{ locked: boolean }>(
    `delete from sign_in_failure where user_type = $1::int and name_key = $2::text
     returning coalesce(locked_until > now(), false) as locked`,
    [type, key.slice(0, longest)],
  );
  return removed.some(({ locked }) => locked);
}

/** Removes what failed more than a day ago and locks nobody. */
export const forgetOldFailures = (db: Db): Promise<number> =>
  db.execute(
    `delete from sign_in_failure where failed_at < now() - interval '1 day' and coalesce(locked_until <= now(), true)`,
  );
