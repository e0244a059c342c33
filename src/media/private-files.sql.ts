// SQL: a lock that skips the rows of other processes.
import type { Db } from "../db/database.js";

/** Locks some files that the storage has to remove and returns them; other processes get others. */
export async function lockRemoved(db: Db, limit: number): Promise<string[]> {
  const rows = await db.query<{ storage_key: string }>(
    `select storage_key from private_file where removed_at is not null order by removed_at, storage_key
      limit $1::int for update skip locked`,
    [limit],
  );
  return rows.map((row) => row.storage_key);
}
