// SQL: a lock that skips the rows of other processes.
import type { Db } from "../db/database.js";

/** Locks some files to remove from the storage and returns their keys. Other processes skip them. */
export async function lockRemoved(db: Db, limit: number): Promise<string[]> {
  const rows = await db.query<{ storage_key: string }>(
    `select storage_key from private_file where removed_at is not null order by removed_at, storage_key
      limit $1::int for update skip locked`,
    [limit],
  );
  return rows.map((row) => row.storage_key);
}
