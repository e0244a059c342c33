// SQL: a queue: callbacks are claimed with `skip locked` and recorded.
import type { Db } from "../../../platform/db/database.js";
import type { BulkCallback } from "./callbacks.types.js";
import { isUuid } from "../../../platform/db/statements/parameters.js";

/** Stores a request to post the summary of a bulk to a URL. */
export async function insertCallback(db: Db, { id, bulk, url }: { id: string; bulk: string; url: string }) {
  await db.execute("insert into bulk_callback (id, bulk_uuid, url) values ($1::uuid, $2::uuid, $3::text)", [
    id,
    bulk,
    url,
  ]);
}

/**
 * Schedules the callbacks of a retried bulk that are no longer pending once more, because the bulk will finish again.
 */
export async function renewCallbacks(db: Db, bulk: string): Promise<void> {
  await db.execute(
    `insert into bulk_callback (id, bulk_uuid, url)
     select gen_random_uuid(), c.bulk_uuid, c.url from bulk_callback c where c.bulk_uuid = $1::uuid
     group by c.bulk_uuid, c.url having bool_and(c.state <> 'pending')`,
    [bulk],
  );
}

/** A callback that this process has to send. */
export interface ClaimedCallback {
  readonly id: string;
  readonly bulk: string;
  readonly url: string;
  readonly attempt: number;
  readonly requestId: string;
  readonly traceparent: string | null;
}

/**
 * Seconds after which a claimed callback without a recorded attempt is sent again, because its process has probably
 * ended.
 */
const lease = 60;

/**
 * Claims callbacks of finished bulks that are due. The claim is a lease, not a lock, so nothing waits while a callback
 * is sent.
 */
export function claimCallbacks(db: Db, limit: number): Promise<ClaimedCallback[]> {
  return db.query<ClaimedCallback>(
    `with due as (
       select c.id from bulk_callback c join bulk b on b.uuid = c.bulk_uuid
       where c.state = 'pending' and c.due_at <= now() and b.finished_at is not null
       order by c.due_at limit $1::int for update of c skip locked
     )
     update bulk_callback c
     set attempts = c.attempts + 1, due_at = now() + make_interval(secs => ${lease}),
       give_up_at = coalesce(c.give_up_at, now() + interval '1 day')
     from due, bulk b where c.id = due.id and b.uuid = c.bulk_uuid
     returning c.id, c.bulk_uuid as bulk, c.url, c.attempts as attempt, b.request_id as "requestId", b.traceparent`,
    [limit],
  );
}

/** The outcome of an attempt to send a callback. */
export interface Attempt {
  readonly httpStatus: number | null;
  /** Null if it was delivered. */
  readonly error: string | null;
  /** Seconds until the next attempt; null if there is none. */
  readonly retryIn: number | null;
}

/**
 * Records the outcome of an attempt. The callback has failed if there is no next attempt, or if that would come after
 * the deadline.
 */
export async function recordAttempt(db: Db, { id, attempt }: ClaimedCallback, outcome: Attempt): Promise<void> {
  await db.execute(
    `update bulk_callback
     set http_status = $3::int, last_error = $4::text,
       state = case
         when $4::text is null then 'delivered'
         when $5::float8 is null or now() + make_interval(secs => $5::float8) > give_up_at then 'failed'
         else 'pending'
       end,
       delivered_at = case when $4::text is null then now() end,
       due_at = now() + make_interval(secs => coalesce($5::float8, 0))
     where id = $1::uuid and attempts = $2::int and state = 'pending'`,
    [id, attempt, outcome.httpStatus, outcome.error, outcome.retryIn],
  );
}

const at = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS') as ${column}`;

/** Returns the callbacks of a bulk, the oldest first. */
export function listCallbacks(db: Db, bulk: string): Promise<BulkCallback[]> {
  return db.query<BulkCallback>(
    `select id, url, state, attempts, http_status, last_error, ${at("created_at")}, ${at("delivered_at")},
       case when state = 'pending' then to_char(due_at at time zone 'utc', 'YYYY-MM-DD HH24:MI:SS') end as due_at
     from bulk_callback where bulk_uuid = $1::uuid order by bulk_callback.created_at, id`,
    [bulk],
  );
}

/** Schedules a callback to be sent again, with all its attempts. Returns whether it exists. */
export async function replayCallback(db: Db, bulk: string, id: string): Promise<boolean> {
  if (!isUuid(bulk) || !isUuid(id)) return false;
  const found = await db.execute(
    `update bulk_callback
     set state = 'pending', attempts = 0, due_at = now(), give_up_at = null, delivered_at = null, http_status = null,
       last_error = null
     where bulk_uuid = $1::uuid and id = $2::uuid`,
    [bulk, id],
  );
  return found > 0;
}
