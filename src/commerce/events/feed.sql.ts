// SQL: a queue that is numbered under a lock, and pages by position.
import type { Db } from "../../platform/db/database.js";

/** An event of the feed. */
export interface FeedEvent {
  readonly position: number;
  readonly type: string;
  /** JSON. */
  readonly data: string;
  /** ISO 8601, in UTC. */
  readonly created_at: string;
}

/** A page of the feed. */
export interface FeedPage {
  readonly events: readonly FeedEvent[];
  /** Position after which the next page begins. */
  readonly next: number;
  /** Positions up to this one were removed. */
  readonly removedUpTo: number;
}

/**
 * Assigns the next positions to committed events without one, in the order of their ids. One transaction at a time does
 * this: it waits for the previous one and then sees the positions that it assigned. So positions become visible in order,
 * and an event whose transaction commits late gets a late position.
 */
export async function numberEvents(db: Db): Promise<void> {
  if ((await db.query("select 1 from feed_event where position is null limit 1")).length === 0) return;
  await db.transaction(async (tx) => {
    await tx.query("select 1 from feed_state for update");
    // A separate statement, so that its snapshot is taken after the lock.
    await tx.execute(
      `with new as (
        select id, (select last_position from feed_state) + row_number() over (order by id) as position
        from feed_event where position is null),
      moved as (update feed_state set last_position = last_position + (select count(*) from new))
      update feed_event event set position = new.position from new where event.id = new.id`,
    );
  });
}

const createdAt = `to_char(e.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as created_at`;

/** The part of the feed to read. */
export interface FeedQuery {
  readonly after: number;
  readonly types: readonly string[];
  readonly limit: number;
}

/** Returns the numbered events after a position, and the bounds of the feed, in one statement. */
export async function readFeed(db: Db, { after, types, limit }: FeedQuery): Promise<FeedPage> {
  const rows = await db.query<Partial<FeedEvent> & { last_position: number; removed_up_to: number }>(
    `select e.position, e.type, e.data, ${createdAt},
       state.last_position, state.removed_up_to
     from feed_state state
     left join lateral (
       select position, type, data, created_at from feed_event
       where position > $1::bigint and position <= state.last_position and type = any($2::text[])
       order by position limit $3::int) e on true
     order by e.position`,
    [after, types, limit],
  );
  const events = rows.flatMap(({ position, type, data, created_at }) =>
    position == null || type == null || data == null || created_at == null
      ? []
      : [{ position, type, data, created_at }],
  );
  const [state] = rows;
  const last = events.length === limit ? events.at(-1)?.position : state?.last_position;
  return { events, next: Math.max(last ?? 0, after), removedUpTo: state?.removed_up_to ?? 0 };
}

/** The bounds of the feed. */
export interface FeedBounds {
  /** Position of the last numbered event. */
  readonly last: number;
  /** Positions up to this one were removed. */
  readonly removedUpTo: number;
}

/** Numbers the committed events and returns the bounds of the feed. */
export async function readBounds(db: Db): Promise<FeedBounds> {
  await numberEvents(db);
  const row = await db.one<{ last_position: number; removed_up_to: number }>(
    "select last_position, removed_up_to from feed_state",
  );
  return { last: row?.last_position ?? 0, removedUpTo: row?.removed_up_to ?? 0 };
}

/**
 * Removes events of the first positions: of the first `limit`, those up to the last one that is older than the given number of
 * days. Stores the position of the last removed one, and returns their number. Reads no further, however many events there are.
 */
export async function removeOldEvents(db: Db, days: number, limit: number): Promise<number> {
  await numberEvents(db);
  return db.transaction(async (tx) => {
    await tx.query("select 1 from feed_state for update");
    const row = await tx.one<{ removed: number }>(
      `with first as (
        select position, created_at from feed_event where position is not null order by position limit $2::int),
      batch as (
        select max(position) as position from first where created_at < now() - make_interval(days => $1::int)),
      gone as (delete from feed_event using batch where feed_event.position <= batch.position returning 1)
      update feed_state set removed_up_to = greatest(removed_up_to, batch.position) from batch
      where batch.position is not null returning (select count(*)::int from gone) as removed`,
      [days, limit],
    );
    return row?.removed ?? 0;
  });
}
