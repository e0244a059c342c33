// SQL: the queue: operations are canceled and put back under its locks.
import type { ActorKey } from "../../auth/actors.sql.js";
import type { Db } from "../../../platform/db/database.js";
import { lock } from "../../../platform/db/lock.js";
import type { Row } from "../../../platform/db/models.js";
import { additionalKeys } from "../accept/insert-bulk.sql.js";
import { reopening, assignTurns } from "../queue/turns.sql.js";
import type { OrderingKeys } from "../accept/ordering-keys.js";
import { isUuid } from "../../../platform/db/statements/parameters.js";

/** The route of a bulk and its sender. */
export interface LockedBulk extends ActorKey {
  readonly route: string;
}

/** Locks a bulk until the transaction ends. Returns undefined for an unknown bulk. */
export async function lockBulk(db: Db, uuid: string): Promise<LockedBulk | undefined> {
  if (!isUuid(uuid)) return undefined;
  const [bulk] = await lock(db, "bulk", { uuid: [uuid], for: "update" });
  return bulk && { route: bulk.route, userType: bulk.user_type, userId: bulk.user_id };
}

/** An operation with the payload that was sent for it. */
export type SentOperation = Readonly<Pick<Row<"bulkOperation">, "id" | "payload">>;

/** Returns the operations of a bulk that have ended with one of the statuses and do not wait for another attempt. */
export function findEnded(db: Db, bulk: string, statuses: readonly number[]): Promise<SentOperation[]> {
  return db.query<SentOperation>(
    `select o.id, o.payload from bulk_operation o
     where o.bulk_uuid = $1::uuid and o.status = any($2::int[])
       and not exists (select from bulk_queue q where q.bulk_uuid = o.bulk_uuid and q.operation_id = o.id)
     order by o.id`,
    [bulk, statuses],
  );
}

const reopened =
  "status = 4, result = null, result_message = null, error_code = null, row_count = null, failed_row_count = null";

/** Puts ended operations of a bulk back at the end of the queue and marks the bulk as unfinished, in one statement. */
export async function requeue(
  db: Db,
  bulk: string,
  { operations, keys }: { readonly operations: readonly number[]; readonly keys: readonly OrderingKeys[] },
): Promise<void> {
  const additional = additionalKeys(keys);
  await db.execute(
    `with ${assignTurns({ source: reopening("$1::uuid"), count: "cardinality($2::int[])" })}, again as (
       select *, row_number() over (order by a.id) as place from unnest($2::int[], $3::text[]) as a(id, key)
     ), opened as (
       update bulk_operation o set ${reopened} from again a where o.bulk_uuid = $1::uuid and o.id = a.id
     ), unfinished as (
       update bulk b set finished_at = null where b.uuid = $1::uuid
     ), queued as (
       insert into bulk_queue (bulk_uuid, operation_id, ordering_key, turn)
       select $1::uuid, id, key, turns.after + place from again, turns order by id returning seq, operation_id
     )
     insert into bulk_queue_key (key, seq)
     select f.key, q.seq from unnest($4::int[], $5::text[]) as f(id, key) join queued q on q.operation_id = f.id`,
    [
      bulk,
      operations,
      keys.map(([first]) => first),
      additional.operations.map((at) => operations[at]),
      additional.keys,
    ],
  );
}

/** Makes the operations of a bulk that wait for another attempt due now, and returns their number. */
export function retryNow(db: Db, bulk: string): Promise<number> {
  return db.execute(
    `with due as (
       update bulk_queue set attempts = 0, due_at = now(), published_at = null
       where seq in (select seq from bulk_queue where bulk_uuid = $1::uuid and attempts > 0 for update skip locked)
       returning bulk_uuid, operation_id
     )
     update bulk_operation o set ${reopened} from due where o.bulk_uuid = due.bulk_uuid and o.id = due.operation_id`,
    [bulk],
  );
}

/** Locks the open operations of a bulk that no consumer runs at the moment. */
export function lockOpen(db: Db, bulk: string): Promise<SentOperation[]> {
  return db.query<SentOperation>(
    `select q.operation_id as id, o.payload
     from bulk_queue q join bulk_operation o on o.bulk_uuid = q.bulk_uuid and o.id = q.operation_id
     where q.bulk_uuid = $1::uuid order by q.seq for update of q skip locked`,
    [bulk],
  );
}

/** Removes operations from the queue, marks them as rejected and stores their redacted payloads, in one statement. */
export async function reject(
  db: Db,
  bulk: string,
  rejected: { readonly operations: readonly SentOperation[]; readonly message: string },
): Promise<void> {
  await db.execute(
    `with rejected as (
       select * from unnest($2::int[], $3::text[]) as r(id, payload)
     ), written as (
       update bulk_operation o set status = 5, result_message = $4::text, error_code = null, payload = r.payload
       from rejected r where o.bulk_uuid = $1::uuid and o.id = r.id
     ), gone as (
       delete from bulk_queue q using rejected r where q.bulk_uuid = $1::uuid and q.operation_id = r.id returning q.seq
     )
     delete from bulk_queue_key k using gone g where k.seq = g.seq`,
    [
      bulk,
      rejected.operations.map(({ id }) => id),
      rejected.operations.map(({ payload }) => payload),
      rejected.message,
    ],
  );
}
