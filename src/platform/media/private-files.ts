import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { Database, Db } from "../db/database.js";
import { forEachConcurrently } from "./at-once.js";
import { isSafeKey } from "./media-keys.js";
import type { MediaStore } from "./media-store.js";
import { markUnknownAsRemoved, deleteFileRows, readUnknown, recordFiles } from "./private-files.rows.js";
import { lockRemoved } from "./media-files.rows.js";

const folder = "private";
/** Maximum number of parallel transfers to and from the storage. */
const maxTransfers = 8;
const batchSize = 100;
/** Keys of private files: two characters of the name, and the name. */
const privateKey = /^private\/[0-9a-f]{2}\/[0-9a-f-]{36}$/;

/**
 * Files that are not served publicly. Each has a unique name that nobody can guess, so it is never overwritten and
 * can be removed as soon as no row refers to it.
 */
export class PrivateFiles {
  constructor(
    private readonly db: Database,
    private readonly store: MediaStore,
    private readonly log: Logger,
  ) {}

  /**
   * Saves files and returns their keys, in the order of the contents. Removes the files if the transaction is rolled
   * back.
   */
  async save(db: Db, contents: readonly Uint8Array[]): Promise<string[]> {
    const files = contents.map((content) => ({ key: newKey(), content }));
    const keys = files.map(({ key }) => key);
    if (keys.length === 0) return [];
    await recordFiles(db, keys);
    db.afterRollback(() => this.undo(keys));
    await forEachConcurrently(files, maxTransfers, (file) =>
      this.store.write({ ...file, mediaType: "application/octet-stream" }),
    );
    return keys;
  }

  /** Removes files from the storage that were deleted in the database. A failed removal is retried later. */
  async removeDue(): Promise<number> {
    let total = 0;
    for (let removed = 1; removed > 0; total += removed)
      removed = await this.db.transaction((tx) => this.removeBatch(tx));
    return total;
  }

  /** Removes files without a row, left behind by a crash, that are older than the given time. */
  async sweep(before: number, dryRun: boolean): Promise<string[]> {
    const swept: string[] = [];
    let keys: string[] = [];
    const flush = async () => {
      if (keys.length > 0) swept.push(...(await (dryRun ? readUnknown : markUnknownAsRemoved)(this.db, keys)));
      keys = [];
    };
    for await (const { key, changedAt } of this.store.list(folder)) {
      if (changedAt.getTime() > before || !privateKey.test(key) || !isSafeKey(key)) continue;
      if (keys.push(key) === batchSize) await flush();
    }
    await flush();
    if (!dryRun) await this.removeDue();
    return swept;
  }

  private async removeBatch(tx: Db): Promise<number> {
    const due = await lockRemoved(tx, batchSize);
    const removed: string[] = [];
    const failed: unknown[] = [];
    await forEachConcurrently(due, maxTransfers, (key) =>
      this.store.remove(key).then(
        () => void removed.push(key),
        (error: unknown) => void failed.push(error),
      ),
    );
    if (removed.length > 0) await deleteFileRows(tx, removed);
    if (failed.length > 0)
      this.log.warn({ err: failed[0], files: failed.length }, "failed to remove files from the storage, will retry");
    // Failed files come first in the next batch, so stop here instead of retrying them at once.
    return failed.length > 0 ? 0 : removed.length;
  }

  /**
   * Removes the files of a save that was rolled back or whose outcome is unknown. If this fails, `sweep` finds them
   * later.
   */
  private async undo(keys: readonly string[]): Promise<void> {
    try {
      await markUnknownAsRemoved(this.db, keys);
      await this.removeDue();
    } catch (error) {
      this.log.warn({ err: error, keys }, "failed to remove the files of a failed save");
    }
  }
}

function newKey(): string {
  const name = randomUUID();
  return `${folder}/${name.slice(0, 2)}/${name}`;
}
