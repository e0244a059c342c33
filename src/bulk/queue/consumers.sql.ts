// SQL: the queue: consumers report that they are alive by the clock of the database.
import type { Db } from "../../db/database.js";

/** A consumer process, as it last reported itself. */
export interface ConsumerReport {
  readonly id: string;
  readonly host: string;
  readonly pid: number;
  /** Operations that it has ended since it started. */
  readonly ended: number;
}

/** Says that a consumer lives; those that have not said so for an hour are forgotten. */
export async function reportConsumer(db: Db, { id, host, pid, ended }: ConsumerReport): Promise<void> {
  await db.execute(
    `with gone as (delete from bulk_consumer where seen_at < now() - interval '1 hour')
     insert into bulk_consumer (id, host, pid, ended) values ($1::uuid, $2::text, $3::int, $4::bigint)
     on conflict (id) do update set seen_at = now(), ended = excluded.ended`,
    [id, host, pid, ended],
  );
}

/** Says that a consumer has stopped by itself; its row still tells when there was one. */
export const retireConsumer = (db: Db, id: string) =>
  db.execute("update bulk_consumer set seen_at = now(), retired_at = now() where id = $1::uuid", [id]);

/** Those that run: a consumer says so every ten seconds. */
const alive = "seen_at > now() - interval '1 minute' and retired_at is null";

/** The state of the queue. */
export interface QueueState {
  /** Open operations. */
  readonly open: number;
  /** Those that wait to be tried again. */
  readonly postponed: number;
  /** Age of the oldest open operation that is due, in seconds; null where there is none. */
  readonly oldestSeconds: number | null;
  /** Consumers that reported themselves within the last minute. */
  readonly consumers: number;
  /** Operations that these consumers have ended since they started, per second. */
  readonly perSecond: number;
}

/** Reads the state of the queue, in one statement. */
export async function readQueueState(db: Db): Promise<QueueState> {
  const state = await db.one<QueueState>(
    `select q.open, q.postponed, q.oldest as "oldestSeconds", c.consumers, c.rate as "perSecond"
     from (
       select count(*) as open, count(*) filter (where attempts > 0) as postponed,
         (select extract(epoch from now() - o.due_at)::float8 from bulk_queue o where o.due_at <= now() order by o.seq limit 1) as oldest
       from bulk_queue
     ) q, (
       select count(*) as consumers,
         coalesce(sum(ended / greatest(extract(epoch from seen_at - started_at), 1)), 0)::float8 as rate
       from bulk_consumer where ${alive}
     ) c`,
  );
  if (!state) throw new Error("the queue has no state");
  return state;
}

/**
 * The age in seconds of the oldest operation that has been due for a minute, in which no consumer was seen; undefined where
 * there is none.
 */
export async function findNeglect(db: Db): Promise<number | undefined> {
  const found = await db.one<{ age: number }>(
    `select extract(epoch from now() - q.due_at)::float8 as age from bulk_queue q
     where q.due_at < now() - interval '1 minute'
       and not exists (select from bulk_consumer c where c.seen_at > now() - interval '1 minute')
     order by q.seq limit 1`,
  );
  return found?.age;
}

/** How a bulk gets on. */
export interface Progress {
  readonly uuid: string;
  readonly total: number;
  /** Operations that are to be run, or to be tried again. */
  readonly waiting: number;
  readonly isFinished: boolean;
  /** Operations by status; a status that none has is left out. */
  readonly counts: Readonly<Record<string, number>>;
  /** Consumers that run, for this and all other bulks. */
  readonly consumers: number;
}

/** Reads how bulks get on; those that do not exist are left out. One statement. */
export function readProgress(db: Db, bulks: readonly string[]): Promise<Progress[]> {
  return db.query<Progress>(
    `select b.uuid, b.operation_count as total, b.finished_at is not null as "isFinished",
       (select count(*) from bulk_queue q where q.bulk_uuid = b.uuid) as waiting,
       coalesce((
         select json_object_agg(c.status, c.count)
         from (select o.status, count(*) from bulk_operation o where o.bulk_uuid = b.uuid group by o.status) c
       ), '{}') as counts,
       (select count(*) from bulk_consumer where ${alive}) as consumers
     from bulk b where b.uuid = any($1::uuid[])`,
    [bulks],
  );
}

/** How many of the oldest unfinished bulks are looked at in one round. */
const window = 1000;

/** Marks bulks as finished whose last operation ended with the process that ran it, and gives those. */
export function finishLeftBehind(db: Db): Promise<{ uuid: string }[]> {
  return db.query<{ uuid: string }>(
    `update bulk b set finished_at = now()
     where b.uuid in (select uuid from bulk where finished_at is null order by start_time limit ${window})
       and b.finished_at is null
       and not exists (select from bulk_queue q where q.bulk_uuid = b.uuid)
     returning b.uuid`,
  );
}
