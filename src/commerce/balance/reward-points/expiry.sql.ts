// SQL: models cannot compare times with the clock of the database, which wrote them.
import type { Db } from "../../../platform/db/database.js";
import type { PointsEntry } from "./batches.js";

/** A website and the way its points expire. */
export interface WebsiteExpiry {
  readonly websiteId: number;
  /** Days after which points expire by age; undefined if their expiry was set when they were added. */
  readonly days: number | undefined;
}

/** Returns the ids of balances with points that may have expired. */
export async function findDueBalances(db: Db, { websiteId, days }: WebsiteExpiry, limit: number): Promise<number[]> {
  const rows = await db.query<{ id: number }>(
    `select id from balance_account
    where kind = 'reward' and website_id = $1::int
      and case when $2::int is null then points_expire_at <= localtimestamp
        else points_since <= localtimestamp - make_interval(days => $2::int) end
    order by id limit $3::int`,
    [websiteId, days ?? null, limit],
  );
  return rows.map(({ id }) => id);
}

/** Returns the entries of a balance, oldest first, and the current time. */
export async function readPoints(
  db: Db,
  accountId: number,
): Promise<{ readonly entries: readonly PointsEntry[]; readonly now: number }> {
  const [entries, clock] = await Promise.all([
    db.query<PointsEntry>(
      `select id::text, change::text, extract(epoch from created_at)::float8 as "createdAt",
        extract(epoch from expires_at)::float8 as "expiresAt"
      from balance_entry where account_id = $1::int order by balance_entry.id`,
      [accountId],
    ),
    db.one<{ now: number }>("select extract(epoch from localtimestamp)::float8 as now"),
  ]);
  return { entries, now: clock?.now ?? 0 };
}

/** Records when points of a locked balance may expire next. */
export async function saveExpiry(
  db: Db,
  accountId: number,
  { since, expiresAt }: { readonly since: number | null; readonly expiresAt: number | null },
): Promise<void> {
  await db.execute(
    `update balance_account set points_since = 'epoch'::timestamp + make_interval(secs => $2::float8),
      points_expire_at = 'epoch'::timestamp + make_interval(secs => $3::float8)
    where id = $1::int`,
    [accountId, since, expiresAt],
  );
}
