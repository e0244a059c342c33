import type { Logger } from "pino";
import type { Database } from "../../db/database.js";
import { type Progress, readProgress } from "../queue/consumers.sql.js";
import { Signal } from "../../process/signal.js";
import { isUuid } from "./uuid.js";

/** Hears how a bulk gets on; undefined: there will be no more news, because it is gone or this process stops. */
export type Follower = (progress: Progress | undefined) => void;

/** How often bulks are looked at that somebody follows, in milliseconds. */
const interval = 500;

/** Tells those who follow bulks how these get on: one statement a round, however many they are. */
export class BulkWatch {
  private readonly followers = new Map<string, Set<Follower>>();
  private readonly signal = new Signal();
  private looking = false;
  private closed = false;

  constructor(
    private readonly db: Database,
    private readonly log: Logger,
  ) {}

  /** Tells the follower at once and then in every round, until what is given back is called. */
  follow(bulk: string, follower: Follower): () => void {
    if (this.closed || !isUuid(bulk)) {
      follower(undefined);
      return () => undefined;
    }
    const known = this.followers.get(bulk) ?? new Set();
    this.followers.set(bulk, known.add(follower));
    if (this.looking) this.lookNow();
    else void this.look();
    return () => {
      known.delete(follower);
      if (known.size === 0 && this.followers.get(bulk) === known) this.followers.delete(bulk);
      if (this.followers.size === 0) this.lookNow();
    };
  }

  /** Something has happened. */
  lookNow = (): void => this.signal.raise();

  /** Sends everybody home. */
  close(): void {
    this.closed = true;
    for (const bulk of [...this.followers.keys()]) this.tell(bulk, undefined);
    this.lookNow();
  }

  private async look(): Promise<void> {
    this.looking = true;
    while (this.followers.size > 0) {
      await this.round();
      if (this.followers.size > 0) await this.signal.wait(interval);
    }
    this.looking = false;
  }

  private async round(): Promise<void> {
    const bulks = [...this.followers.keys()];
    try {
      const found = new Map((await readProgress(this.db, bulks)).map((progress) => [progress.uuid, progress]));
      for (const bulk of bulks) this.tell(bulk, found.get(bulk));
    } catch (error) {
      this.log.warn({ err: error }, "the progress of bulks could not be read");
    }
  }

  private tell(bulk: string, progress: Progress | undefined): void {
    const followers = [...(this.followers.get(bulk) ?? [])];
    if (!progress) this.followers.delete(bulk);
    for (const follower of followers) follower(progress);
  }
}
