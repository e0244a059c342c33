import type { Db } from "../../../platform/db/database.js";

/** Identifies recurring work. */
export interface WorkKey {
  readonly extension: string;
  readonly name: string;
}

/**
 * Claims work for a number of seconds, unless another process works on it. Work that is not due is only claimed if it was woken.
 * Returns whether it is claimed.
 */
// SQL: a queue: one statement claims the work, and the time is the database's.
export const claimWork = async (
  db: Db,
  { extension, name }: WorkKey,
  { seconds, isWoken }: { readonly seconds: number; readonly isWoken: boolean },
): Promise<boolean> =>
  (await db.execute(
    `insert into extension_work as w (extension, name, held_until)
     values ($1, $2, now() + make_interval(secs => $3::float8))
     on conflict (extension, name) do update set held_until = excluded.held_until
       where coalesce(w.held_until <= now(), true) and (w.due_at <= now() or $4::boolean)`,
    [extension, name, seconds, isWoken],
  )) === 1;

/** Releases work, which is due again after a number of seconds. */
// SQL: a queue: the time is the database's.
export const releaseWork = (db: Db, { extension, name }: WorkKey, seconds: number) =>
  db.execute(
    `update extension_work set held_until = null, due_at = now() + make_interval(secs => $3::float8)
     where extension = $1 and name = $2`,
    [extension, name, seconds],
  );
