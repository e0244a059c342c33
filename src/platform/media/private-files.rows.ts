import type { Db } from "../db/database.js";
import { now } from "../db/models.js";

/** Records files before they are written. A rollback removes the records. */
export const recordFiles = (db: Db, keys: readonly string[]): Promise<unknown> =>
  db.models.privateFile.createMany({ data: keys.map((storage_key) => ({ storage_key })) });

/**
 * Marks files without a row as removed, and returns them. Waits for transactions that are recording one of them: a
 * file whose record is committed is kept.
 */
export async function markUnknownAsRemoved(db: Db, keys: readonly string[]): Promise<string[]> {
  const rows = await db.models.privateFile.createManyAndReturn({
    data: keys.toSorted().map((storage_key) => ({ storage_key, removed_at: now })),
    skipDuplicates: true,
    select: { storage_key: true },
  });
  return rows.map(({ storage_key }) => storage_key);
}

/** Returns the files that have no row. */
export async function readUnknown(db: Db, keys: readonly string[]): Promise<string[]> {
  const rows = await db.models.privateFile.findMany({
    where: { storage_key: { in: [...keys] } },
    select: { storage_key: true },
  });
  const known = new Set(rows.map(({ storage_key }) => storage_key));
  return keys.filter((key) => !known.has(key));
}

/** Deletes the rows of files that were removed from the storage. */
export const deleteFileRows = (db: Db, keys: readonly string[]): Promise<unknown> =>
  db.models.privateFile.deleteMany({ where: { storage_key: { in: [...keys] }, removed_at: { not: null } } });
