// SQL: a lock: of several calls with the same key, one is accepted and the others wait for it.
import type { Db } from "../../../platform/db/database.js";
import type { Row } from "../../../platform/db/models.js";
import type { NewBulk } from "./insert-bulk.sql.js";

/** How long a key is remembered, as a PostgreSQL interval. */
const lifetime = "24 hours";

/** A use of a key, with the digest of the call. */
export type KeyUse = Readonly<Pick<Row<"bulkIdempotencyKey">, "caller" | "key" | "fingerprint">>;

/**
 * Records the use of a key and returns true, or returns false if the key was used before. If two calls use it at the
 * same time, the second one waits for the transaction of the first one.
 */
export async function isFirstUse(tx: Db, { caller, key, fingerprint }: KeyUse, bulk?: NewBulk): Promise<boolean> {
  const written = await tx.execute(
    `insert into bulk_idempotency_key as known (caller, key, fingerprint, bulk_uuid, operation_count)
     values ($1::text, $2::text, $3::text, $4::uuid, $5::int)
     on conflict (caller, key) do update
     set fingerprint = excluded.fingerprint, bulk_uuid = excluded.bulk_uuid, operation_count = excluded.operation_count,
       answer = null, created_at = now()
     where known.created_at < now() - interval '${lifetime}'`,
    [caller, key, fingerprint, bulk?.uuid ?? null, bulk?.payloads.length ?? null],
  );
  return written > 0;
}

/** Returns columns of the first use of a key, and the digest of its call. */
export const readFirstUse = <Row extends object>(tx: Db, { caller, key }: KeyUse, columns: string) =>
  tx.one<Row & { fingerprint: string }>(
    `select fingerprint, ${columns} from bulk_idempotency_key where caller = $1::text and key = $2::text`,
    [caller, key],
  );

/** Saves the answer of the call that used a key first. */
export async function saveAnswer(tx: Db, { caller, key }: KeyUse, json: string): Promise<void> {
  await tx.execute("update bulk_idempotency_key set answer = $3::text where caller = $1::text and key = $2::text", [
    caller,
    key,
    json,
  ]);
}

/** Deletes expired keys, at most `limit`, and returns their number. */
export const deleteExpiredKeys = (db: Db, limit: number): Promise<number> =>
  db.execute(
    `delete from bulk_idempotency_key where (caller, key) in (
       select caller, key from bulk_idempotency_key where created_at < now() - interval '${lifetime}'
       order by created_at limit $1::int for update skip locked
     )`,
    [limit],
  );
