import type { Db } from "../../../platform/db/database.js";

/** Identifies a message of another service. */
export interface NotificationKey {
  readonly extension: string;
  readonly path: string;
  readonly id: string;
}

/** Records a message. Returns whether it is new; waits for another transaction that handles the same message. */
// SQL: a lock: the row of a message that is handled at the same time decides which one has the effect.
export const recordNotification = async (db: Db, { extension, path, id }: NotificationKey): Promise<boolean> =>
  (await db.execute(
    "insert into extension_notification (extension, path, id) values ($1, $2, $3) on conflict do nothing",
    [extension, path, id],
  )) === 1;

/** Removes some of the messages that are older than a number of days. Returns their number. */
// SQL: a set-based write of a limited number of rows.
export const removeOldNotifications = (db: Db, days: number, limit: number): Promise<number> =>
  db.execute(
    `delete from extension_notification where (extension, path, id) in (
       select extension, path, id from extension_notification
       where received_at < now() - make_interval(days => $1::int) limit $2::int)`,
    [days, limit],
  );
