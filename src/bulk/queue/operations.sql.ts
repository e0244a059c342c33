// SQL: the queue: operations are claimed, announced and ended in one statement each (measured by the drains).
import type { Db } from "../../db/database.js";
import { plannedAnew } from "../../db/statements.js";
import type { OrderingKeys } from "../accept/ordering-keys.js";

/** Names an operation: what a message carries. */
export interface OperationKey {
  readonly bulk: string;
  readonly id: number;
}

/** An open operation that this transaction has locked. */
export interface ClaimedOperation extends OperationKey {
  /** Its place in the order of acceptance. */
  readonly seq: number;
  /** Its place among the operations of all callers, who take turns. */
  readonly turn: number;
  readonly keys: OrderingKeys;
  readonly attempts: number;
  readonly payload: string;
  readonly route: string;
  readonly userType: number;
  readonly userId: number | null;
  readonly storeCode: string | null;
  readonly requestId: string;
  readonly traceparent: string | null;
}

/** Selects what running an operation needs; `q` is its row of the queue. */
export const claimed = `
  select q.seq, q.turn, q.bulk_uuid as bulk, q.operation_id as id, q.attempts,
    array_prepend(q.ordering_key, array(select k.key from bulk_queue_key k where k.seq = q.seq)) as keys,
    o.payload, b.route, b.user_type as "userType", b.user_id as "userId", b.store_code as "storeCode",
    b.request_id as "requestId", b.traceparent
  from bulk_queue q
  join bulk_operation o on o.bulk_uuid = q.bulk_uuid and o.id = q.operation_id
  join bulk b on b.uuid = q.bulk_uuid`;

/**
 * Claims the operations of these names that are open and that no other transaction holds, in the order of acceptance. A
 * name that is given twice, as by a message that came twice, is claimed once.
 */
export function claimNamed(db: Db, keys: readonly OperationKey[]): Promise<ClaimedOperation[]> {
  return db.query<ClaimedOperation>(
    plannedAnew(`${claimed}
     where (q.bulk_uuid, q.operation_id) in (select bulk, id from unnest($1::uuid[], $2::int[]) as wanted(bulk, id))
     order by q.seq
     for update of q skip locked`),
    [keys.map(({ bulk }) => bulk), keys.map(({ id }) => id)],
  );
}

/** Returns the operations of these names that are open and announced, and how often they were delivered again. */
export function findOpen(db: Db, keys: readonly OperationKey[]): Promise<(OperationKey & { redelivered: number })[]> {
  return db.query(
    plannedAnew(`select q.bulk_uuid as bulk, q.operation_id as id, q.redelivered from bulk_queue q
     where (q.bulk_uuid, q.operation_id) in (select bulk, id from unnest($1::uuid[], $2::int[]) as held(bulk, id))
       and q.published_at is not null`),
    [keys.map(({ bulk }) => bulk), keys.map(({ id }) => id)],
  );
}

/** How an operation ended. */
export interface Outcome {
  readonly operation: ClaimedOperation;
  readonly status: 1 | 2 | 3;
  readonly message: string;
  /** The answer as JSON; null where there is none. */
  readonly result: string | null;
  readonly errorCode: number | null;
  /** The payload without secrets; null: as it is. */
  readonly redacted: string | null;
  /** Milliseconds until it is tried again; null: it is not. */
  readonly retryIn: number | null;
}

/** Writes how operations ended and takes them off the queue, or puts them back for later; one statement. */
export async function writeOutcomes(db: Db, outcomes: readonly Outcome[]): Promise<void> {
  await db.execute(
    plannedAnew(`with ended as (
       select * from unnest($1::uuid[], $2::int[], $3::int[], $4::text[], $5::text[], $6::int[], $7::text[], $8::int[], $9::bigint[])
         as e(bulk, id, status, message, result, error_code, redacted, retry_in, seq)
     ), written as (
       update bulk_operation o
       set status = e.status, result_message = e.message, result = e.result, error_code = e.error_code,
         payload = coalesce(e.redacted, o.payload)
       from ended e where o.bulk_uuid = e.bulk and o.id = e.id
     ), postponed as (
       update bulk_queue q
       set attempts = q.attempts + 1, published_at = null, due_at = now() + make_interval(secs => e.retry_in / 1000.0)
       from ended e where e.retry_in is not null and q.seq = e.seq
     ), keys as (
       delete from bulk_queue_key k using ended e where e.retry_in is null and k.seq = e.seq
     )
     delete from bulk_queue q using ended e where e.retry_in is null and q.seq = e.seq`),
    [
      outcomes.map(({ operation }) => operation.bulk),
      outcomes.map(({ operation }) => operation.id),
      outcomes.map(({ status }) => status),
      outcomes.map(({ message }) => message),
      outcomes.map(({ result }) => result),
      outcomes.map(({ errorCode }) => errorCode),
      outcomes.map(({ redacted }) => redacted),
      outcomes.map(({ retryIn }) => retryIn),
      outcomes.map(({ operation }) => operation.seq),
    ],
  );
}

/** An operation that is to be announced: its message's content and headers. */
export interface Announcement extends OperationKey {
  readonly seq: number;
  readonly topic: string;
  readonly route: string;
  readonly requestId: string;
  readonly traceparent: string | null;
}

/**
 * Marks operations that are due as announced, in the order of their turns, and returns them. The mark is committed before
 * the message goes out, because a consumer skips rows that are locked.
 */
export function takeUnannounced(db: Db, limit: number): Promise<Announcement[]> {
  return db.query<Announcement>(
    plannedAnew(`with taken as (
       update bulk_queue set published_at = now()
       where seq in (
         select seq from bulk_queue where published_at is null and due_at <= now()
         order by turn, seq limit $1::int for update skip locked
       )
       returning seq, turn, bulk_uuid, operation_id
     )
     select t.seq, t.bulk_uuid as bulk, t.operation_id as id, b.topic, b.route, b.request_id as "requestId", b.traceparent
     from taken t join bulk b on b.uuid = t.bulk_uuid order by t.turn, t.seq`),
    [limit],
  );
}

/** Takes the mark off again: the messages did not go out. */
export const withdrawAnnouncements = (db: Db, seqs: readonly number[]) =>
  db.execute("update bulk_queue set published_at = null where seq = any($1::bigint[])", [seqs]);

/** Takes the mark off operations that were announced so many seconds ago and are open: to be asked when the broker has no message left. */
export const withdrawLost = (db: Db, seconds: number) =>
  db.execute("update bulk_queue set published_at = null where published_at < now() - make_interval(secs => $1::int)", [
    seconds,
  ]);

/** Counts another delivery of operations that were delivered before, and gives those that exceed the limit. */
export function countRedelivery(db: Db, keys: readonly OperationKey[], limit: number): Promise<OperationKey[]> {
  return db.query<OperationKey>(
    `with counted as (
       update bulk_queue q set redelivered = q.redelivered + 1
       from unnest($1::uuid[], $2::int[]) as k(bulk, id) where q.bulk_uuid = k.bulk and q.operation_id = k.id
       returning q.bulk_uuid as bulk, q.operation_id as id, q.redelivered
     )
     select bulk, id from counted where redelivered > $3::int`,
    [keys.map(({ bulk }) => bulk), keys.map(({ id }) => id), limit],
  );
}
