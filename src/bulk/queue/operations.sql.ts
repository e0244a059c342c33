// SQL: the queue: bulks are accepted, claimed and ended in one statement each (measured by accepting and by the
// drains).
import type { Actor } from "../../auth/actor.js";
import type { Db } from "../../db/database.js";
import type { OrderingKeys } from "../accept/ordering-keys.js";

/** A bulk as it is accepted. `payloads` and `keys` have one entry per operation. */
export interface NewBulk {
  readonly uuid: string;
  readonly route: string;
  readonly topic: string;
  readonly actor: Actor;
  readonly storeCode: string | null;
  readonly requestId: string;
  readonly traceparent: string | null;
  readonly payloads: readonly string[];
  readonly keys: readonly OrderingKeys[];
}

const acceptedBulk = `
  accepted as (
    insert into bulk (uuid, route, topic, user_type, user_id, store_code, operation_count, start_time, request_id, traceparent, finished_at)
    values ($1::uuid, $2::text, $3::text, $4::int, $5::int, $6::text, cardinality($7::text[]), (now() at time zone 'utc')::timestamp(0),
      $8::text, $9::text, case when cardinality($7::text[]) = 0 then now() end)
  ), element as (
    select payload, key, (place - 1)::int as id from unnest($7::text[], $10::text[]) with ordinality as e(payload, key, place)
  ), operation as (
    insert into bulk_operation (bulk_uuid, id, status, start_time, payload)
    select $1::uuid, id, 4, (now() at time zone 'utc')::timestamp(0), payload from element
  )`;

/** The rows of the queue, in the order of the elements: the order in which operations that share a key run. */
const queueRows = `
  insert into bulk_queue (bulk_uuid, operation_id, ordering_key)
  select $1::uuid, id, key from element order by id`;

/** Writes a bulk, its operations and their places in the queue in one statement. */
export async function insertBulk(db: Db, bulk: NewBulk): Promise<void> {
  const values = [
    bulk.uuid,
    bulk.route,
    bulk.topic,
    bulk.actor.type,
    bulk.actor.id,
    bulk.storeCode,
    bulk.payloads,
    bulk.requestId,
    bulk.traceparent,
    bulk.keys.map(([first]) => first),
  ];
  const further = furtherKeys(bulk.keys);
  if (further.keys.length === 0) return void (await db.execute(`with ${acceptedBulk} ${queueRows}`, values));
  await db.execute(
    `with ${acceptedBulk}, queued as (${queueRows} returning seq, operation_id)
     insert into bulk_queue_key (key, seq)
     select f.key, q.seq from unnest($11::int[], $12::text[]) as f(id, key) join queued q on q.operation_id = f.id`,
    [...values, further.operations, further.keys],
  );
}

/** Lists the keys after the first of each operation, each with the place of its operation. */
export function furtherKeys(all: readonly OrderingKeys[]): { operations: number[]; keys: string[] } {
  const operations: number[] = [];
  const keys: string[] = [];
  for (const [operation, [, ...others]] of all.entries()) {
    for (const key of others) {
      operations.push(operation);
      keys.push(key);
    }
  }
  return { operations, keys };
}

/** Names an operation: what a message carries. */
export interface OperationKey {
  readonly bulk: string;
  readonly id: number;
}

/** An open operation that this transaction has locked. */
export interface ClaimedOperation extends OperationKey {
  /** Its place in the order of acceptance. */
  readonly seq: number;
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
  select q.seq, q.bulk_uuid as bulk, q.operation_id as id, q.attempts,
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
    `${claimed}
     where (q.bulk_uuid, q.operation_id) in (select bulk, id from unnest($1::uuid[], $2::int[]) as wanted(bulk, id))
     order by q.seq
     for update of q skip locked`,
    [keys.map(({ bulk }) => bulk), keys.map(({ id }) => id)],
  );
}

/** Claims the operations that are due, the earliest first; for a queue that is read from the database itself. */
export function claimDue(db: Db, limit: number): Promise<ClaimedOperation[]> {
  return db.query<ClaimedOperation>(
    `${claimed} where q.due_at <= now() order by q.seq limit $1::int for update of q skip locked`,
    [limit],
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
    `with ended as (
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
     delete from bulk_queue q using ended e where e.retry_in is null and q.seq = e.seq`,
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

/**
 * Marks the bulks that have no open operation any more as finished, and gives those. To be run after the outcomes are
 * committed: of two transactions that end the last operations at once, the later one sees that nothing is left.
 */
export function finishBulks(db: Db, bulks: readonly string[]): Promise<{ uuid: string }[]> {
  return db.query<{ uuid: string }>(
    `update bulk b set finished_at = now()
     where b.uuid = any($1::uuid[]) and b.finished_at is null
       and not exists (select 1 from bulk_queue q where q.bulk_uuid = b.uuid)
     returning b.uuid`,
    [bulks],
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
 * Takes operations that are due and not announced, the earliest first, and marks them as announced. The mark is
 * committed before the message goes out, because a consumer passes over rows that are locked.
 */
export function takeUnannounced(db: Db, limit: number): Promise<Announcement[]> {
  return db.query<Announcement>(
    `with taken as (
       update bulk_queue set published_at = now()
       where seq in (
         select seq from bulk_queue where published_at is null and due_at <= now()
         order by seq limit $1::int for update skip locked
       )
       returning seq, bulk_uuid, operation_id
     )
     select t.seq, t.bulk_uuid as bulk, t.operation_id as id, b.topic, b.route, b.request_id as "requestId", b.traceparent
     from taken t join bulk b on b.uuid = t.bulk_uuid order by t.seq`,
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
