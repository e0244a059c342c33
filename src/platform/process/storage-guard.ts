import { statfs } from "node:fs/promises";
import type { Logger } from "pino";
import { Recurring } from "./recurring.js";

/** Milliseconds between two looks at the disk. Writes of a second must fit the reserve. */
const interval = 1000;
/** Writes are accepted again when this much more than the reserve is free, so that the answer does not alternate. */
const margin = 1.1;

export interface StorageOptions {
  /** Folder on the disk to watch. */
  readonly folder: string;
  /** Bytes that must stay free. */
  readonly reserve: number;
  readonly log: Logger;
  /** Returns the bytes that are free on the disk of a folder. */
  readonly readFree?: (folder: string) => Promise<number>;
}

/**
 * Refuses writes before the disk of the embedded database is full: the engine cannot recover from a full disk while it runs.
 * The reserve is for what goes on: running calls, sessions, maintenance, and the next start.
 */
export class StorageGuard extends Recurring {
  private free = Infinity;
  private low = false;

  constructor(private readonly watched: StorageOptions) {
    // An unreadable disk is not known to be full. The database says what is wrong with it.
    super(() => this.look(), { pause: interval, onError: () => undefined });
  }

  /** Whether writes are refused. */
  get isLow(): boolean {
    return this.low;
  }

  /** The bytes that were free at the last look. */
  get freeBytes(): number {
    return this.free;
  }

  /** Looks how much is free. */
  async look(): Promise<void> {
    const { folder, reserve, log, readFree = freeBytesOf } = this.watched;
    this.free = await readFree(folder);
    const isLow = this.free < reserve * (this.low ? margin : 1);
    if (isLow === this.low) return;
    this.low = isLow;
    const facts = { folder, freeBytes: this.free, reserve };
    if (isLow) log.error(facts, "the disk of the embedded database is nearly full, refusing writes");
    else log.info(facts, "the disk of the embedded database has room again, accepting writes");
  }
}

async function freeBytesOf(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
