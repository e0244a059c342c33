// SQL: the queue: operations are claimed, announced and ended in one statement each (measured by `drain-price-updates`
// and `drain-special-prices`).
import type { Db } from "../../../platform/db/database.js";
import { plannedAnew } from "../../../platform/db/statements/statements.js";
import type { RowCounts } from "../../contract/failed-rows.js";
import type { OrderingKeys } from "../accept/ordering-keys.js";

/** Identifies an operation; the content of a message. */
export interface OperationKey {
  readonly bulk: string;
  readonly id: number;
}

/** An open operation that this transaction has locked. */
export interface ClaimedOperation extends OperationKey {
  /** Its position in the order of acceptance. */
  readonly seq: number;
  /** Its position among the operations of all callers, who take turns. */
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

/**
 * Selects the data needed to run operations, for rows of the queue. The rows are found first, and the rest is looked up
 * for each of them: with statistics of an empty queue, the database would join the whole queue before it takes the
 * first rows. A range with an order is read by the index that begins with its column, an equality by any index that has
 * the column.
 */
export const claimedText = (rows: string): string => `
  with q as materialized (${rows})
  select q.seq, q.turn, q.bulk_uuid as bulk, q.operation_id as id, q.attempts,
    array_prepend(q.ordering_key, array(select k.key from bulk_queue_key k where k.seq between q.seq and q.seq order by k.seq)) as keys,
    o.payload, b.route, b.user_type as "userType", b.user_id as "userId", b.store_code as "storeCode",
    b.request_id as "requestId", b.traceparent
  from q
  cross join lateral (
    select payload from bulk_operation where bulk_uuid = q.bulk_uuid and id = q.operation_id offset 0
  ) o
  cross join lateral (select * from bulk where uuid = q.bulk_uuid offset 0) b`;

/**
 * Runs a statement that takes the first rows of the queue. An index returns them in order, but with statistics of an
 * empty queue the database considers sorting a long one just as cheap, so sorting is turned off.
 */
export function firstRows<Row extends object>(db: Db, text: string, values: readonly unknown[]): Promise<Row[]> {
  return db.transaction(async (tx) => {
    const [, rows] = await Promise.all([
      tx.execute("set local enable_sort = off"),
      tx.query<Row>(text, values),
      tx.execute("set local enable_sort = default"),
    ]);
    return rows;
  });
}

/** Selects the rows of the queue whose `bulk` and `id` are in `names`, each with a look-up of its own. */
const namedRows = (columns: string, names: string) => `
  select found.* from (${names}) as named
  cross join lateral (
    select ${columns} from bulk_queue where bulk_uuid = named.bulk and operation_id = named.id offset 0
  ) as found`;

const givenNames = "select distinct bulk, id from unnest($1::uuid[], $2::int[]) as given(bulk, id)";

/**
 * Claims those of the given operations that are open and not locked by another transaction. An operation that is given
 * twice, for example because its message came twice, is claimed once.
 */
export function claimByKeys(db: Db, keys: readonly OperationKey[]): Promise<ClaimedOperation[]> {
  return db.query<ClaimedOperation>(
    plannedAnew(
      claimedText(`select * from bulk_queue where ctid = any(array(${namedRows("ctid", givenNames)}))
        for update skip locked`),
    ),
    [keys.map(({ bulk }) => bulk), keys.map(({ id }) => id)],
  );
}

/** Returns those of the given operations that are open and announced, with the number of their redeliveries. */
export function findOpen(db: Db, keys: readonly OperationKey[]): Promise<(OperationKey & { redelivered: number })[]> {
  const rows = namedRows("bulk_uuid as bulk, operation_id as id, redelivered, published_at", givenNames);
  return db.query(plannedAnew(`select bulk, id, redelivered from (${rows}) as open where published_at is not null`), [
    keys.map(({ bulk }) => bulk),
    keys.map(({ id }) => id),
  ]);
}

/** How an operation ended. */
export interface Outcome {
  readonly operation: ClaimedOperation;
  readonly status: 1 | 2 | 3;
  readonly message: string;
  /** The answer as JSON; null if there is none. */
  readonly result: string | null;
  readonly errorCode: number | null;
  /** The payload without secrets and files; null if it stays unchanged. */
  readonly redacted: string | null;
  /** Milliseconds until the next attempt; null if there is none. */
  readonly retryIn: number | null;
  /** The rows of the element and how many of them failed; null without rows. */
  readonly rows: RowCounts | null;
}

const endedRows = (condition: string) => namedRows("ctid", `select bulk, id from ended where ${condition}`);

/** Records how operations ended and removes them from the queue, or postpones them, in one statement. */
export async function writeOutcomes(db: Db, outcomes: readonly Outcome[]): Promise<void> {
  await db.execute(
    plannedAnew(`with ended as materialized (
       select * from unnest($1::uuid[], $2::int[], $3::int[], $4::text[], $5::text[], $6::int[], $7::text[], $8::int[],
         $10::int[], $11::int[])
         as e(bulk, id, status, message, result, error_code, redacted, retry_in, row_count, failed_row_count)
     ), written as (
       update bulk_operation o
       set status = e.status, result_message = e.message, result = e.result, error_code = e.error_code,
         payload = coalesce(e.redacted, o.payload), row_count = e.row_count, failed_row_count = e.failed_row_count
       from ended e where o.bulk_uuid = e.bulk and o.id = e.id
     ), postponed as (
       update bulk_queue q
       set attempts = q.attempts + 1, published_at = null,
         due_at = now() + make_interval(secs => (
           select e.retry_in / 1000.0 from ended e where e.bulk = q.bulk_uuid and e.id = q.operation_id
         ))
       where q.ctid = any(array(${endedRows("retry_in is not null")}))
     ), keys as (
       delete from bulk_queue_key where ctid = any(array(
         select found.ctid from unnest($9::bigint[]) as e(seq) cross join lateral (
           select ctid from bulk_queue_key where seq between e.seq and e.seq order by bulk_queue_key.seq offset 0
         ) as found
       ))
     )
     delete from bulk_queue where ctid = any(array(${endedRows("retry_in is null")}))`),
    valuesOf(outcomes),
  );
}

function valuesOf(outcomes: readonly Outcome[]): readonly unknown[] {
  const withMoreKeys = outcomes.filter(({ operation, retryIn }) => retryIn === null && operation.keys.length > 1);
  return [
    outcomes.map(({ operation }) => operation.bulk),
    outcomes.map(({ operation }) => operation.id),
    outcomes.map(({ status }) => status),
    outcomes.map(({ message }) => message),
    outcomes.map(({ result }) => result),
    outcomes.map(({ errorCode }) => errorCode),
    outcomes.map(({ redacted }) => redacted),
    outcomes.map(({ retryIn }) => retryIn),
    withMoreKeys.map(({ operation }) => operation.seq),
    outcomes.map(({ rows }) => rows?.total ?? null),
    outcomes.map(({ rows }) => rows?.failed ?? null),
  ];
}

/** An operation to announce: the content and headers of its message. */
export interface Announcement extends OperationKey {
  readonly seq: number;
  readonly topic: string;
  readonly route: string;
  readonly requestId: string;
  readonly traceparent: string | null;
}

/**
 * Marks operations that are due as announced, in the order of their turns, and returns them. This is committed before
 * the messages are sent, because a consumer skips locked rows. The order begins with `published_at`, which is always
 * null here: only then does the database use the index that begins with it and skip announced rows.
 */
export function claimUnannounced(db: Db, limit: number): Promise<Announcement[]> {
  return firstRows<Announcement>(
    db,
    plannedAnew(`with taken as (
       update bulk_queue set published_at = now()
       where ctid = any(array(
         select ctid from bulk_queue where published_at is null and due_at <= now()
         order by published_at, turn, seq limit $1::int for update skip locked
       ))
       returning seq, turn, bulk_uuid, operation_id
     )
     select t.seq, t.bulk_uuid as bulk, t.operation_id as id, b.topic, b.route, b.request_id as "requestId", b.traceparent
     from taken t join bulk b on b.uuid = t.bulk_uuid order by t.turn, t.seq`),
    [limit],
  );
}

/** Removes the marks again, because the messages were not sent. */
export const withdrawAnnouncements = (db: Db, seqs: readonly number[]) =>
  db.execute("update bulk_queue set published_at = null where seq = any($1::bigint[])", [seqs]);

/**
 * Removes the marks of open operations that were announced more than `seconds` ago, and returns their number. Call it
 * when the broker has no message left.
 */
export const withdrawLost = (db: Db, seconds: number) =>
  db.execute("update bulk_queue set published_at = null where published_at < now() - make_interval(secs => $1::int)", [
    seconds,
  ]);

/** Counts another redelivery of operations, and returns the operations that exceed the limit. */
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
