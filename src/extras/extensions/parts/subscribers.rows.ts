import type { Db } from "../../../platform/db/database.js";

/** Identifies a subscriber. */
export interface SubscriberKey {
  readonly extension: string;
  readonly name: string;
}

/** Adds a subscriber that is not known yet at a position of the feed. It gets later events only. */
// SQL: a queue: several processes add the same subscriber at once.
export const addSubscriber = (db: Db, { extension, name }: SubscriberKey, cursor: number) =>
  db.execute(
    "insert into extension_subscriber (extension, name, cursor) values ($1, $2, $3::bigint) on conflict do nothing",
    [extension, name, cursor],
  );

/** Locks a subscriber that is due, unless another process works on it. Returns its position. */
// SQL: a queue: subscribers are claimed with `skip locked`.
export const lockDue = (db: Db, { extension, name }: SubscriberKey) =>
  db.one<{ cursor: number; attempts: number }>(
    `select cursor, attempts from extension_subscriber
     where extension = $1 and name = $2 and due_at <= now() for update skip locked`,
    [extension, name],
  );

/** Stores the position up to which a subscriber is done. */
export async function moveCursor(db: Db, { extension, name }: SubscriberKey, cursor: number): Promise<void> {
  await db.models.extensionSubscriber.update({
    where: { extension_name: { extension, name } },
    data: { cursor, attempts: 0, last_error: null },
  });
}

/** Records a failed attempt, and when the event is tried again. */
// SQL: a queue: the time is the database's.
export const postpone = (db: Db, { extension, name }: SubscriberKey, failure: { error: string; seconds: number }) =>
  db.execute(
    `update extension_subscriber set attempts = attempts + 1, last_error = $3,
       due_at = now() + make_interval(secs => $4::float8) where extension = $1 and name = $2`,
    [extension, name, failure.error, failure.seconds],
  );

/** The state of a subscriber. */
export interface SubscriberState extends SubscriberKey {
  readonly cursor: number;
  readonly attempts: number;
  readonly last_error: string | null;
}

/** Returns the state of all subscribers. */
export const readSubscribers = (db: Db): Promise<SubscriberState[]> =>
  db.models.extensionSubscriber.findMany({ omit: { due_at: true }, orderBy: [{ extension: "asc" }, { name: "asc" }] });
