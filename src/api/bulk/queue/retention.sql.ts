// SQL: set-based writes: ended operations are deleted in chunks.
import type { Db } from "../../../platform/db/database.js";

/** Selects the bulks to remove, the oldest first. Bulks that are being retried are skipped. */
const oldBulks = (limit: string) =>
  `select uuid from bulk where finished_at < now() - make_interval(days => $1::int)
   order by finished_at limit ${limit} for update skip locked`;

/** Number of bulks whose operations one statement considers. */
const window = 1000;

/** Removes operations of old bulks, at most `limit`, and returns their number. */
export const removeOldOperations = (db: Db, days: number, limit: number): Promise<number> =>
  db.execute(
    `delete from bulk_operation o using (
       select inner_o.bulk_uuid, inner_o.id
       from (${oldBulks(String(window))}) old join bulk_operation inner_o on inner_o.bulk_uuid = old.uuid
       limit $2::int
     ) gone where o.bulk_uuid = gone.bulk_uuid and o.id = gone.id`,
    [days, limit],
  );

/** Removes old bulks without operations and their callbacks, at most `limit` bulks, and returns the number of bulks. */
export const removeOldBulks = async (db: Db, days: number, limit: number): Promise<number> => {
  const removed = await db.one<{ count: number }>(
    `with gone as (
       delete from bulk b using (${oldBulks("$2::int")}) old
       where b.uuid = old.uuid and not exists (select from bulk_operation o where o.bulk_uuid = b.uuid)
       returning b.uuid
     ), callbacks as (
       delete from bulk_callback c using gone where c.bulk_uuid = gone.uuid
     )
     select count(*) as count from gone`,
    [days, limit],
  );
  return removed?.count ?? 0;
};
