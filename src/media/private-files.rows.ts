import type { Db } from "../db/database.js";

/** Notes files that are about to be written; should the transaction fail, nothing of the note remains. */
export async function noteFiles(db: Db, keys: readonly string[]): Promise<void> {
  await db.execute("insert into private_file (storage_key) select key from unnest($1::text[]) as given (key)", [keys]);
}

/**
 * Marks files that no row speaks of as removed, and gives them. Waits for a transaction that is about to note one of
 * them: a file whose note is kept after all stays.
 */
export async function claimUnknown(db: Db, keys: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ storage_key: string }>(
    `insert into private_file (storage_key, removed_at)
      select key, now() at time zone 'utc' from unnest($1::text[]) as given (key) order by key
      on conflict do nothing returning storage_key`,
    [keys],
  );
  return rows.map((row) => row.storage_key);
}

/** Those of the files that no row speaks of. */
export async function readUnknown(db: Db, keys: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ key: string }>(
    `select key from unnest($1::text[]) as given (key)
      where not exists (select from private_file where storage_key = key)`,
    [keys],
  );
  return rows.map((row) => row.key);
}

/** Locks some files that the storage has to let go of; other processes take others. */
export async function lockRemoved(db: Db, limit: number): Promise<string[]> {
  const rows = await db.query<{ storage_key: string }>(
    `select storage_key from private_file where removed_at is not null order by removed_at, storage_key
      limit $1::int for update skip locked`,
    [limit],
  );
  return rows.map((row) => row.storage_key);
}

/** Forgets files that the storage has let go of. */
export async function forgetFiles(db: Db, keys: readonly string[]): Promise<void> {
  await db.execute("delete from private_file where storage_key = any($1::text[]) and removed_at is not null", [keys]);
}
