import type { Db } from "../db/database.js";
import { type Row, now } from "../db/models.js";

/** The properties of a file that its response headers contain. */
export type ServedFile = Readonly<Pick<Row<"mediaFile">, "media_type" | "size" | "hash">>;

/** Returns the file at a path, or undefined if it is unknown or removed. */
export async function readServed(db: Db, path: string): Promise<ServedFile | undefined> {
  const found = await db.models.mediaFile.findUnique({
    where: { path, removed_at: null },
    select: { media_type: true, size: true, hash: true },
  });
  return found ?? undefined;
}

/** Releases reserved paths. */
export async function releasePaths(db: Db, paths: readonly string[]): Promise<void> {
  await db.models.mediaFile.deleteMany({ where: { path: { in: [...paths] }, number: -1 } });
}

/** Marks removed files as deleted from the storage. */
export async function markDeleted(db: Db, paths: readonly string[]): Promise<void> {
  await db.models.mediaFile.updateMany({ where: { path: { in: [...paths] } }, data: { gone_at: now } });
}
