// SQL: a set-based write: a bulk, its operations and their places in the queue (measured by `accept-1000` and
// `accept-10000`).
import type { Actor } from "../../auth/actor.js";
import { arrayText } from "../../../platform/db/statements/parameters.js";
import type { Db } from "../../../platform/db/database.js";
import { callerKey, assignTurns } from "../queue/turns.sql.js";
import type { OrderingKeys } from "./ordering-keys.js";

/** A bulk to accept. `payloads` and `keys` have one entry per operation. */
export interface NewBulk {
  readonly uuid: string;
  readonly route: string;
  readonly topic: string;
  readonly actor: Actor;
  readonly storeCode: string | null;
  readonly storeId: number;
  readonly requestId: string;
  readonly traceparent: string | null;
  readonly payloads: readonly string[];
  readonly keys: readonly OrderingKeys[];
  /** SHA-256 of the token with which a guest reads its bodies and results; null for callers with an account. */
  readonly readerHash: Buffer | null;
  /** Maximum operations of the caller in unfinished bulks, this one included. */
  readonly maxOpen: number;
}

const acceptedBulk = `
  ${assignTurns({
    source: "select $11::text as caller, cardinality($7::text[]) as opened",
    count: "cardinality($7::text[])",
    mostOpen: "$12::int",
  })}, accepted as (
    insert into bulk (uuid, route, topic, user_type, user_id, store_code, operation_count, start_time, request_id, traceparent, finished_at, reader_hash, store_id)
    select $1::uuid, $2::text, $3::text, $4::int, $5::int, $6::text, cardinality($7::text[]), (now() at time zone 'utc')::timestamp(0),
      $8::text, $9::text, case when cardinality($7::text[]) = 0 then now() end, $13::bytea, $14::int
    from turns
  ), element as (
    select payload, key, (place - 1)::int as id, turns.after + place as turn
    from turns, unnest($7::text[], $10::text[]) with ordinality as e(payload, key, place)
  ), operation as (
    insert into bulk_operation (bulk_uuid, id, status, start_time, payload)
    select $1::uuid, id, 4, (now() at time zone 'utc')::timestamp(0), payload from element
  )`;

/** The rows of the queue, in the order of the elements, which is the order in which operations with a common key run. */
const queueRows = `
  insert into bulk_queue (bulk_uuid, operation_id, ordering_key, turn)
  select $1::uuid, id, key, turn from element order by id`;

/**
 * Writes a bulk, its operations and their places in the queue in one statement. Returns false and writes nothing if the
 * caller would have more open operations than allowed.
 */
export async function insertBulk(db: Db, bulk: NewBulk): Promise<boolean> {
  const values = [
    bulk.uuid,
    bulk.route,
    bulk.topic,
    bulk.actor.type,
    bulk.actor.id,
    bulk.storeCode,
    await arrayText(bulk.payloads),
    bulk.requestId,
    bulk.traceparent,
    await arrayText(bulk.keys.map(([first]) => first)),
    callerKey(bulk.actor),
    bulk.maxOpen,
    bulk.readerHash,
    bulk.storeId,
  ];
  const additional = additionalKeys(bulk.keys);
  const isEmpty = bulk.payloads.length === 0;
  if (additional.keys.length === 0)
    return (await db.execute(`with ${acceptedBulk} ${queueRows}`, values)) > 0 || isEmpty;
  const written = await db.execute(
    `with ${acceptedBulk}, queued as (${queueRows} returning seq, operation_id)
     insert into bulk_queue_key (key, seq)
     select f.key, q.seq from unnest($15::int[], $16::text[]) as f(id, key) join queued q on q.operation_id = f.id`,
    [...values, additional.operations, additional.keys],
  );
  return written > 0;
}

/** Lists the keys of each operation except for the first one, each with the position of its operation. */
export function additionalKeys(all: readonly OrderingKeys[]): { operations: number[]; keys: string[] } {
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
