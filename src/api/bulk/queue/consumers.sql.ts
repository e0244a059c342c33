// SQL: the queue: consumers report that they are alive by the clock of the database, and the only consumer has a lock on a
// connection of its own.
import type { Db } from "../../../platform/db/database.js";
import type { Row } from "../../../platform/db/models.js";
import type pg from "pg";
import { rowCounts } from "../status/bulks.sql.js";

/** The last report of a consumer process. */
export type ConsumerReport = Readonly<Pick<Row<"bulkConsumer">, "id" | "host" | "pid" | "ended">>;

/** Records that a consumer is alive. Deletes consumers that have not reported for an hour. */
export async function reportConsumer(db: Db, { id, host, pid, ended }: ConsumerReport): Promise<void> {
  await db.execute(
    `with gone as (delete from bulk_consumer where seen_at < now() - interval '1 hour')
     insert into bulk_consumer (id, host, pid, ended) values ($1::uuid, $2::text, $3::int, $4::bigint)
     on conflict (id) do update set seen_at = now(), ended = excluded.ended`,
    [id, host, pid, ended],
  );
}

/** Records that a consumer has stopped. Its row stays for the record of when a consumer was last seen. */
export const retireConsumer = (db: Db, id: string) =>
  db.execute("update bulk_consumer set seen_at = now(), retired_at = now() where id = $1::uuid", [id]);

/** Condition for running consumers, which report themselves every ten seconds. */
const alive = "seen_at > now() - interval '1 minute' and retired_at is null";

/** The state of the queue. */
export interface QueueState {
  /** Open operations. */
  readonly open: number;
  /** Operations that wait for another attempt. */
  readonly postponed: number;
  /** Age of the oldest open operation that is due, in seconds; null if there is none. */
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

/** The open operations of one type of caller. */
export interface QueueShare {
  readonly userType: number;
  readonly open: number;
  /** Operations that wait for another attempt. */
  readonly postponed: number;
  /** Age of the oldest one that is due, in seconds; null if there is none. */
  readonly oldestSeconds: number | null;
  /** Callers with open operations, and the most operations that one of them has. Callers take turns. */
  readonly callers: number;
  readonly mostOfOne: number;
}

/** Reads the open operations by type of caller, and the number of running consumers. */
export async function readQueueShares(db: Db): Promise<{ shares: QueueShare[]; consumers: number }> {
  const [shares, counted] = await Promise.all([
    db.query<QueueShare>(
      `select user_type as "userType", sum(open)::int8 as open, sum(postponed)::int8 as postponed,
         extract(epoch from now() - min(oldest))::float8 as "oldestSeconds", count(*) as callers, max(open)::int8 as "mostOfOne"
       from (
         select b.user_type, b.user_id, sum(q.open) as open, sum(q.postponed) as postponed, min(q.oldest) as oldest
         from (
           select bulk_uuid, count(*) as open, count(*) filter (where attempts > 0) as postponed,
             min(due_at) filter (where due_at <= now()) as oldest
           from bulk_queue group by bulk_uuid
         ) q join bulk b on b.uuid = q.bulk_uuid
         group by b.user_type, b.user_id
       ) c
       group by user_type`,
    ),
    db.one<{ consumers: number }>(`select count(*) as consumers from bulk_consumer where ${alive}`),
  ]);
  return { shares, consumers: counted?.consumers ?? 0 };
}

/**
 * Returns the age in seconds of the oldest operation that has been due for more than a minute, if no consumer was seen
 * in that minute; undefined otherwise.
 */
export async function findStalledSeconds(db: Db): Promise<number | undefined> {
  const found = await db.one<{ age: number }>(
    `select extract(epoch from now() - q.due_at)::float8 as age from bulk_queue q
     where q.due_at < now() - interval '1 minute'
       and not exists (select from bulk_consumer c where c.seen_at > now() - interval '1 minute')
     order by q.seq limit 1`,
  );
  return found?.age;
}

/** The progress of a bulk. */
export interface Progress {
  readonly uuid: string;
  readonly total: number;
  /** Operations that wait to run or to be retried. */
  readonly waiting: number;
  readonly isFinished: boolean;
  /** Number of operations by status. A status without operations is left out. */
  readonly counts: Readonly<Record<string, number>>;
  /** Its rows, and how many of them failed. */
  readonly rows: number;
  readonly failedRows: number;
  /** Running consumers, which serve all bulks. */
  readonly consumers: number;
}

/** Returns the progress of bulks, in one statement. Unknown bulks are left out. */
export function readProgress(db: Db, bulks: readonly string[]): Promise<Progress[]> {
  return db.query<Progress>(
    `select b.uuid, b.operation_count as total, b.finished_at is not null as "isFinished",
       (select count(*) from bulk_queue q where q.bulk_uuid = b.uuid) as waiting,
       coalesce(c.counts, '{}') as counts, coalesce(c.rows, 0)::int as rows, coalesce(c.failed_rows, 0)::int as "failedRows",
       (select count(*) from bulk_consumer where ${alive}) as consumers
     from bulk b cross join lateral (
       select json_object_agg(s.status, s.count) as counts, sum(s.row_count) as rows, sum(s.failed_row_count) as failed_rows
       from (
         select o.status, count(*), ${rowCounts} from bulk_operation o where o.bulk_uuid = b.uuid group by o.status
       ) s
     ) c
     where b.uuid = any($1::uuid[])`,
    [bulks],
  );
}

/** Key of the lock of the only consumer: any number, the same in every process. */
const consumerLockKey = 7_270_837;

/** Acquires the single-consumer lock until the connection closes. Returns false if another connection has it. */
export async function tryConsumerLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [
    consumerLockKey,
  ]);
  return rows[0]?.taken ?? false;
}
