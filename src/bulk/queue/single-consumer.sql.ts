// SQL: a lock of a session, on a connection of its own.
import type pg from "pg";

/** Any number, the same in every process. */
const lockKey = 7_270_837;

/** Acquires the single-consumer lock until the connection closes. Returns false if another connection has it. */
export async function tryConsumerLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>("select pg_try_advisory_lock($1) as taken", [lockKey]);
  return rows[0]?.taken ?? false;
}
