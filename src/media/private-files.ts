import { randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { Database, Db } from "../db/database.js";
import { eachOf } from "./at-once.js";
import { isSafeKey } from "./media-keys.js";
import type { MediaStore } from "./media-store.js";
import { claimUnknown, forgetFiles, lockRemoved, noteFiles, readUnknown } from "./private-files.rows.js";

const folder = "private";
/** Files that are sent to the storage, or removed from it, at once. */
const transfers = 8;
const batch = 100;
/** What of the folder is ours: two characters of the name, and the name. */
const ours = /^private\/[0-9a-f]{2}\/[0-9a-f-]{36}$/;

/**
 * Files that are not served to everybody. Each has a name of its own that nobody can guess and no other file ever has: so it
 * is never overwritten, and can be removed by whoever finds that no row speaks of it.
 */
export class PrivateFiles {
  constructor(
    private readonly db: Database,
    private readonly store: MediaStore,
    private readonly log: Logger,
  ) {}

  /** Keeps files for as long as the transaction's outcome does, and gives their keys, in the order of the contents. */
  async keep(db: Db, contents: readonly Uint8Array[]): Promise<string[]> {
    const files = contents.map((content) => ({ key: newKey(), content }));
    const keys = files.map(({ key }) => key);
    if (keys.length === 0) return [];
    await noteFiles(db, keys);
    db.afterRollback(() => this.undo(keys));
    await eachOf(files, transfers, (file) => this.store.write({ ...file, mediaType: "application/octet-stream" }));
    return keys;
  }

  /** Removes from the storage what was removed in the database. What the storage refuses is tried again later. */
  async removeDue(): Promise<number> {
    let total = 0;
    for (let gone = 1; gone > 0; total += gone) gone = await this.db.transaction((tx) => this.removeSome(tx));
    return total;
  }

  /** Finds, and removes, files older than a moment that no row speaks of: those of saves that a crash cut off. */
  async sweep(before: number, dryRun: boolean): Promise<string[]> {
    const swept: string[] = [];
    let keys: string[] = [];
    const flush = async () => {
      if (keys.length > 0) swept.push(...(await (dryRun ? readUnknown : claimUnknown)(this.db, keys)));
      keys = [];
    };
    for await (const { key, changedAt } of this.store.list(folder)) {
      if (changedAt.getTime() > before || !ours.test(key) || !isSafeKey(key)) continue;
      if (keys.push(key) === batch) await flush();
    }
    await flush();
    if (!dryRun) await this.removeDue();
    return swept;
  }

  private async removeSome(tx: Db): Promise<number> {
    const due = await lockRemoved(tx, batch);
    const gone: string[] = [];
    const failed: unknown[] = [];
    await eachOf(due, transfers, (key) =>
      this.store.remove(key).then(
        () => void gone.push(key),
        (error: unknown) => void failed.push(error),
      ),
    );
    if (gone.length > 0) await forgetFiles(tx, gone);
    if (failed.length > 0) this.log.warn({ err: failed[0], files: failed.length }, "files could not be removed yet");
    // Those that failed come first again: going on now would not get past them.
    return failed.length > 0 ? 0 : gone.length;
  }

  /** The notes are gone, or are not known to be. Where this fails, `sweep` finds what is left. */
  private async undo(keys: readonly string[]): Promise<void> {
    try {
      await claimUnknown(this.db, keys);
      await this.removeDue();
    } catch (error) {
      this.log.warn({ err: error, keys }, "files of a save that failed are still in the storage");
    }
  }
}

function newKey(): string {
  const name = randomUUID();
  return `${folder}/${name.slice(0, 2)}/${name}`;
}
