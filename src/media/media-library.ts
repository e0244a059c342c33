import { createHash } from "node:crypto";
import type { Logger } from "pino";
import { Recurring } from "../process/recurring.js";
import type { Database, Db } from "../db/database.js";
import { eachOf } from "./at-once.js";
import { type ImageToName, insertNamed, lockDue, markGone, releaseUnnamed, takeUnnamed } from "./media-files.sql.js";
import { isSafeKey } from "./media-keys.js";
import type { MediaStore, OpenedFile } from "./media-store.js";
import { PrivateFiles } from "./private-files.js";

/** An image that is to be kept. */
export interface NewImage {
  /** `/p/h/photo.jpg`: the path that it has where that is free, below the product media folder. */
  readonly path: string;
  readonly mediaType: string;
  readonly width: number;
  readonly height: number;
  readonly content: Uint8Array;
}

/** What was found in the storage that nothing refers to. */
export interface Swept {
  readonly paths: readonly string[];
}

export interface SweepOptions {
  /** Younger files stay: they may belong to a save that goes on elsewhere. In hours. */
  readonly olderThan: number;
  /** Says what would go, and removes nothing. */
  readonly dryRun?: boolean;
}

const productFolder = "catalog/product";
/** Files that are sent to the storage, or fetched, at once. */
const transfers = 8;
const batch = 100;
const minute = 60_000;
/** What of the folder is ours: `p/h/photo.jpg`, and drafts of it. */
const ours = /^\/[^/]\/[^/]\/[^/]+$/;

/**
 * Images of products: their names are in the database, their bytes in the storage. Bytes are there before the row is
 * committed, and until after its end is: what is shown can be read at any moment.
 */
export class MediaLibrary {
  /** What is kept beside the images and not served. */
  readonly files: PrivateFiles;
  private readonly removal: Recurring;
  private started = false;

  constructor(
    private readonly db: Database,
    private readonly store: MediaStore,
    private readonly log: Logger,
  ) {
    this.files = new PrivateFiles(db, store, log);
    const onError = (error: unknown) => log.warn({ err: error }, "removed images are still in the storage");
    this.removal = new Recurring(() => this.removeDue(), { pause: minute, onError });
  }

  /** Keeps images for as long as the transaction's outcome does; gives their paths, which no others ever had or will have. */
  async keep(db: Db, images: readonly NewImage[]): Promise<string[]> {
    const named = await nameAll(db, images);
    const paths = named.map(({ path }) => path);
    if (paths.length > 0) db.afterRollback(() => this.undo(paths));
    await eachOf(named, transfers, ({ path, image }) =>
      this.store.write({ key: keyOf(path), mediaType: image.mediaType, content: image.content }),
    );
    return paths;
  }

  /** To be called in the transaction that may have taken away the last that refers to an image or another file. */
  removed(db: Db): void {
    db.afterCommit(() => {
      if (this.started) this.removal.wake();
      else this.keepUp();
    });
  }

  /** Reads an image by its path; undefined where the storage has it not. */
  read(path: string): Promise<OpenedFile | undefined> {
    const key = keyOf(path);
    return isSafeKey(key) ? this.store.read(key) : Promise.resolve(undefined);
  }

  /** Starts to remove, now and every minute, what was removed in the database; other processes may do the same. */
  keepUp(): void {
    this.started = true;
    this.removal.start();
  }

  async stop(): Promise<void> {
    if (this.started) await this.removal.stop();
    this.store.close();
  }

  /** Removes from the storage what was removed in the database. What the storage refuses is tried again later. */
  async removeDue(): Promise<number> {
    let total = 0;
    for (let gone = 1; gone > 0; total += gone) gone = await this.db.transaction((tx) => this.removeSome(tx));
    return total + (await this.files.removeDue());
  }

  /** Finds, and removes, files that no row speaks of: those of saves that a crash cut off. */
  async sweep({ olderThan, dryRun = false }: SweepOptions): Promise<Swept> {
    const before = Date.now() - olderThan * 3_600_000;
    const swept: string[] = [];
    let paths: string[] = [];
    const flush = async () => {
      swept.push(...(await this.removeUnnamed(paths, dryRun)));
      paths = [];
    };
    for await (const { key, changedAt } of this.store.list(productFolder)) {
      const path = key.slice(productFolder.length);
      if (changedAt.getTime() > before || !ours.test(path) || !isSafeKey(key)) continue;
      if (paths.push(path) === batch) await flush();
    }
    await flush();
    return { paths: [...swept, ...(await this.files.sweep(before, dryRun))] };
  }

  private async removeSome(tx: Db): Promise<number> {
    const due = await lockDue(tx, batch);
    const gone: string[] = [];
    const failed: unknown[] = [];
    await eachOf(due, transfers, async (path) => {
      try {
        await this.store.remove(keyOf(path));
        gone.push(path);
      } catch (error) {
        failed.push(error);
      }
    });
    if (gone.length > 0) await markGone(tx, gone);
    if (failed.length > 0) this.log.warn({ err: failed[0], files: failed.length }, "images could not be removed yet");
    // Those that failed come first again: going on now would not get past them.
    return failed.length > 0 ? 0 : gone.length;
  }

  /** The rows are gone, and the files must not stay. Where that fails, `sweep` finds them. */
  private async undo(paths: readonly string[]): Promise<void> {
    try {
      await this.removeUnnamed(paths, false);
    } catch (error) {
      this.log.warn({ err: error, paths }, "images of a save that failed are still in the storage");
    }
  }

  /**
   * Removes files whose names no row has. While it does, nobody is given those names; a name that somebody has just been
   * given is passed over.
   */
  private async removeUnnamed(paths: readonly string[], dryRun: boolean): Promise<string[]> {
    if (paths.length === 0) return [];
    return this.db.transaction(async (tx) => {
      const free = await takeUnnamed(tx, paths);
      if (!dryRun) await eachOf(free, transfers, (path) => this.store.remove(keyOf(path)));
      await releaseUnnamed(tx, free);
      return free;
    });
  }
}

const keyOf = (path: string) => productFolder + path;

interface Named {
  readonly path: string;
  readonly image: NewImage;
}

/** Names all images, in their order. Usually one statement; one more each time that somebody else was quicker. */
async function nameAll(db: Db, images: readonly NewImage[]): Promise<Named[]> {
  const wanted = images.map((image) => ({ image, facts: factsOf(image) }));
  const paths = new Map<NewImage, string>();
  for (let attempt = 0; paths.size < wanted.length; attempt += 1) {
    const open = wanted.filter(({ image }) => !paths.has(image));
    const named = await insertNamed(
      db,
      open.map(({ facts }) => facts),
      attempt,
    );
    for (const { path, base, extension, hash } of named) {
      // Of several that are alike it does not matter which one gets which name.
      const found = open.find(
        ({ image, facts }) =>
          !paths.has(image) && facts.base === base && facts.extension === extension && facts.hash === hash,
      );
      if (found) paths.set(found.image, path);
    }
  }
  return images.map((image) => ({ image, path: paths.get(image) ?? image.path }));
}

function factsOf({ path, mediaType, width, height, content }: NewImage): ImageToName {
  const dot = path.lastIndexOf(".");
  const hash = createHash("sha256").update(content).digest("hex");
  const [base, extension] = [path.slice(0, dot), path.slice(dot)];
  return { base, extension, media_type: mediaType, size: content.byteLength, width, height, hash };
}
