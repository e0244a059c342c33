import type { Db } from "../db/database.js";

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

export const retireConsumer = (db: Db, id: string) => db.execute("delete from bulk_consumer where id = $1::uuid", [id]);

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
  const [state] = await db.query<QueueState>(
    `select q.open, q.postponed, q.oldest as "oldestSeconds", c.consumers, c.rate as "perSecond"
     from (
       select count(*) as open, count(*) filter (where attempts > 0) as postponed,
         (select extract(epoch from now() - o.due_at)::float8 from bulk_queue o where o.due_at <= now() order by o.seq limit 1) as oldest
       from bulk_queue
     ) q, (
       select count(*) as consumers,
         coalesce(sum(ended / greatest(extract(epoch from seen_at - started_at), 1)), 0)::float8 as rate
       from bulk_consumer where seen_at > now() - interval '1 minute'
     ) c`,
  );
  if (!state) throw new Error("the queue has no state");
  return state;
}
