import { createHash } from "node:crypto";
import type { Logger } from "pino";
import { Recurring } from "../process/recurring.js";
import type { Database, Db } from "../db/database.js";
import { forEachConcurrently } from "./at-once.js";
import {
  markDeleted,
  releasePaths,
  beginSweep,
  type ImageOwner,
  type UnnamedImage,
  insertNamed,
  lockDue,
  lockDeleted,
  reserveFreePaths,
  reuseStored,
} from "./media-files.rows.js";
import { isSafeKey } from "./media-keys.js";
import type { MediaStore, OpenedFile } from "./media-store.js";
import { PrivateFiles } from "./private-files.js";

/** An image to save. */
export interface NewImage {
  /** Preferred path below the product media folder, such as `/p/h/photo.jpg`. A number is appended if it is taken. */
  readonly path: string;
  readonly mediaType: string;
  readonly width: number;
  readonly height: number;
  readonly content: Uint8Array;
}

/** The unreferenced files found in the storage. */
export interface SweepResult {
  readonly paths: readonly string[];
}

export interface SweepOptions {
  /** Minimum age in hours. Younger files may belong to a save in progress. */
  readonly olderThan: number;
  /** List the files without removing them. */
  readonly dryRun?: boolean;
}

const productFolder = "catalog/product";
/** Maximum number of parallel transfers to and from the storage. */
const maxTransfers = 8;
const batchSize = 100;
const minute = 60_000;
/** Paths of images and their drafts: `p/h/photo.jpg`. */
const imagePath = /^\/[^/]\/[^/]\/[^/]+$/;

/**
 * Product images, with their names in the database and their bytes in the storage. The bytes are written before the
 * row is committed and removed after its deletion is committed, so a visible image is always readable.
 */
export class MediaLibrary {
  /** Files that are not served publicly. */
  readonly files: PrivateFiles;
  private readonly removal: Recurring;
  private started = false;
  private readonly log: Logger;
  private readonly owner: ImageOwner;

  constructor(
    private readonly db: Database,
    private readonly store: MediaStore,
    { log, owner }: { readonly log: Logger; readonly owner: ImageOwner },
  ) {
    this.log = log;
    this.owner = owner;
    this.files = new PrivateFiles(db, store, log);
    const onError = (error: unknown) =>
      log.warn({ err: error }, "failed to remove deleted images from the storage, will retry");
    this.removal = new Recurring(() => this.removeDue(), { pause: minute, onError });
  }

  /**
   * Saves images and returns their paths. An image with the bytes and name of a stored image gets its path; any other
   * path has never been used before. No path is ever used for other bytes. Removes the new files if the transaction is
   * rolled back.
   */
  async save(db: Db, images: readonly NewImage[]): Promise<string[]> {
    const named = await nameImages(db, images);
    const toStore = named.filter(({ isStored }) => !isStored);
    if (toStore.length > 0) db.afterRollback(() => this.undo(toStore.map(({ path }) => path)));
    await forEachConcurrently(toStore, maxTransfers, ({ path, image }) =>
      this.store.write({ key: keyOf(path), mediaType: image.mediaType, content: image.content }),
    );
    return named.map(({ path }) => path);
  }

  /**
   * Starts the cleanup after the commit. Call this in a transaction that may have deleted the last reference to a
   * file.
   */
  scheduleRemoval(db: Db): void {
    db.afterCommit(() => {
      if (this.started) this.removal.wake();
      else this.startCleanup();
    });
  }

  /** Opens an image by its path; undefined if the storage does not have it. */
  read(path: string): Promise<OpenedFile | undefined> {
    const key = keyOf(path);
    return isSafeKey(key) ? this.store.read(key) : Promise.resolve(undefined);
  }

  /** Starts the cleanup, which runs now and every minute. Several processes can run it. */
  startCleanup(): void {
    this.started = true;
    this.removal.start();
  }

  async stop(): Promise<void> {
    if (this.started) await this.removal.stop();
    this.store.close();
  }

  /** Removes files from the storage that were deleted in the database. A failed removal is retried later. */
  async removeDue(): Promise<number> {
    let total = 0;
    for (let removed = 1; removed > 0; total += removed)
      removed = await this.db.transaction((tx) => this.removeBatch(tx));
    return total + (await this.files.removeDue());
  }

  /** Finds files without a row, which a crash left behind, and removes them. */
  async sweep({ olderThan, dryRun = false }: SweepOptions): Promise<SweepResult> {
    const before = Date.now() - olderThan * 3_600_000;
    const swept: string[] = [];
    let paths: string[] = [];
    const flush = async () => {
      swept.push(...(await this.removeUnreferenced(paths, dryRun)));
      paths = [];
    };
    for await (const { key, changedAt } of this.store.list(productFolder)) {
      const path = key.slice(productFolder.length);
      if (changedAt.getTime() > before || !imagePath.test(path) || !isSafeKey(key)) continue;
      if (paths.push(path) === batchSize) await flush();
    }
    await flush();
    return { paths: [...swept, ...(await this.files.sweep(before, dryRun))] };
  }

  /** Returns whether it is time to look for files without a row, as `beginSweep` does. */
  isSweepDue(days: number): Promise<boolean> {
    return beginSweep(this.db, days, this.owner);
  }

  private async removeBatch(tx: Db): Promise<number> {
    const due = await lockDue(tx, batchSize, this.owner);
    const removed: string[] = [];
    const failed: unknown[] = [];
    await forEachConcurrently(due, maxTransfers, async (path) => {
      try {
        await this.store.remove(keyOf(path));
        removed.push(path);
      } catch (error) {
        failed.push(error);
      }
    });
    if (removed.length > 0) await markDeleted(tx, removed);
    if (failed.length > 0)
      this.log.warn({ err: failed[0], files: failed.length }, "failed to remove images from the storage, will retry");
    // Failed files come first in the next batch, so stop here instead of retrying them at once.
    return failed.length > 0 ? 0 : removed.length;
  }

  /** Removes the files of a rolled-back save. If this fails, `sweep` finds them later. */
  private async undo(paths: readonly string[]): Promise<void> {
    try {
      await this.removeUnreferenced(paths, false);
      await this.db.transaction(async (tx) => {
        const removed = await lockDeleted(tx, paths);
        await forEachConcurrently(removed, maxTransfers, (path) => this.store.remove(keyOf(path)));
      });
    } catch (error) {
      this.log.warn({ err: error, paths }, "failed to remove the images of a failed save");
    }
  }

  /**
   * Removes files without a row. Their names are reserved meanwhile; a name that was just given to an image is
   * skipped.
   */
  private async removeUnreferenced(paths: readonly string[], dryRun: boolean): Promise<string[]> {
    if (paths.length === 0) return [];
    return this.db.transaction(async (tx) => {
      const free = await reserveFreePaths(tx, paths);
      if (!dryRun) await forEachConcurrently(free, maxTransfers, (path) => this.store.remove(keyOf(path)));
      await releasePaths(tx, free);
      return free;
    });
  }
}

const keyOf = (path: string) => productFolder + path;

interface Named {
  readonly path: string;
  readonly image: NewImage;
  /** Whether the storage has the bytes already, or gets them with another image of the call. */
  readonly isStored: boolean;
}

const fileKey = ({ base, extension, hash }: Pick<UnnamedImage, "base" | "extension" | "hash">) =>
  `${hash} ${base}${extension}`;

/**
 * Names all images, in order. Usually takes two statements, plus one each time another process takes a name first.
 * Images with the same bytes and name share a file.
 */
async function nameImages(db: Db, images: readonly NewImage[]): Promise<Named[]> {
  if (images.length === 0) return [];
  const wanted = images.map((image) => ({ image, facts: factsOf(image) }));
  const files = new Map(wanted.map((one) => [fileKey(one.facts), one]));
  const stored = await reuseStored(
    db,
    [...files.values()].map(({ facts }) => facts),
  );
  const paths = new Map(stored.map((file) => [fileKey(file), file.path]));
  const current = new Set(stored.filter((file) => !file.was_removed).map(fileKey));
  for (let attempt = 0; paths.size < files.size; attempt += 1) {
    const open = [...files].filter(([key]) => !paths.has(key)).map(([, { facts }]) => facts);
    for (const named of await insertNamed(db, open, attempt)) paths.set(fileKey(named), named.path);
  }
  return wanted.map(({ image, facts }) => {
    const key = fileKey(facts);
    const isStored = current.has(key) || files.get(key)?.image !== image;
    return { image, path: paths.get(key) ?? image.path, isStored };
  });
}

function factsOf({ path, mediaType, width, height, content }: NewImage): UnnamedImage {
  const dot = path.lastIndexOf(".");
  const hash = createHash("sha256").update(content).digest("hex");
  const [base, extension] = [path.slice(0, dot), path.slice(dot)];
  return { base, extension, media_type: mediaType, size: content.byteLength, width, height, hash };
}
