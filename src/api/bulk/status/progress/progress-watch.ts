import type { Logger } from "pino";
import type { Database } from "../../../../platform/db/database.js";
import { type Progress, readProgress } from "../../queue/consumers.sql.js";
import { warnOfFailure } from "../../../../platform/process/outage-log.js";
import { Signal } from "../../../../platform/process/signal.js";
import { isUuid } from "../../../../platform/db/statements/parameters.js";

/**
 * Called with the progress of a bulk, or with undefined when no more will follow, because the bulk is gone or this
 * process stops.
 */
export type Follower = (progress: Progress | undefined) => void;

/** Interval between two reads of the bulks that clients follow, in milliseconds. */
const interval = 500;

/** Reports the progress of bulks to their followers, with one statement per round for all of them. */
export class BulkWatch {
  private readonly followers = new Map<string, Set<Follower>>();
  private readonly signal = new Signal();
  private isRunning = false;
  private closed = false;

  constructor(
    private readonly db: Database,
    private readonly log: Logger,
  ) {}

  /** Notifies a follower at once and then in every round, until the returned function is called. */
  follow(bulk: string, follower: Follower): () => void {
    if (this.closed || !isUuid(bulk)) {
      follower(undefined);
      return () => undefined;
    }
    const known = this.followers.get(bulk) ?? new Set();
    this.followers.set(bulk, known.add(follower));
    if (this.isRunning) this.runNow();
    else void this.run();
    return () => {
      known.delete(follower);
      if (known.size === 0 && this.followers.get(bulk) === known) this.followers.delete(bulk);
      if (this.followers.size === 0) this.runNow();
    };
  }

  /** Starts a round now, because something has changed. */
  runNow = (): void => this.signal.raise();

  /** Ends the reports to all followers. */
  close(): void {
    this.closed = true;
    for (const bulk of [...this.followers.keys()]) this.notify(bulk, undefined);
    this.runNow();
  }

  private async run(): Promise<void> {
    this.isRunning = true;
    while (this.followers.size > 0) {
      await this.round();
      if (this.followers.size > 0) await this.signal.wait(interval);
    }
    this.isRunning = false;
  }

  private async round(): Promise<void> {
    const bulks = [...this.followers.keys()];
    try {
      const found = new Map((await readProgress(this.db, bulks)).map((progress) => [progress.uuid, progress]));
      for (const bulk of bulks) this.notify(bulk, found.get(bulk));
    } catch (error) {
      warnOfFailure(this.log, error, "failed to read the progress of bulks, will retry");
    }
  }

  private notify(bulk: string, progress: Progress | undefined): void {
    const followers = [...(this.followers.get(bulk) ?? [])];
    if (!progress) this.followers.delete(bulk);
    for (const follower of followers) follower(progress);
  }
}
