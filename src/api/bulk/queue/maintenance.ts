import type { Logger } from "pino";
import type { Database } from "../../../platform/db/database.js";
import type { ConsumerCheck } from "./consumer-check.js";
import { Recurring } from "../../../platform/process/recurring.js";
import { warnOfFailure } from "../../../platform/process/outage-log.js";
import { removeOld } from "./retention.js";
import { finishOrphanedBulks } from "./turns.sql.js";

export interface MaintenanceDependencies {
  readonly db: Database;
  readonly log: Logger;
  readonly consumerCheck: ConsumerCheck;
  readonly onFinished: (bulks: readonly string[]) => void;
  /** Days that ended operations are kept. */
  readonly days: number;
}

/** Milliseconds between two rounds. */
export interface MaintenanceOptions {
  readonly finish?: number;
  readonly check?: number;
  readonly clean?: number;
}

const day = 86_400_000;

/**
 * Recurring maintenance of the queue. Every server and consumer process does it; they do not interfere with each other.
 */
export class Maintenance {
  private readonly tasks: readonly Recurring[];
  private stopping = false;

  constructor(
    private readonly parts: MaintenanceDependencies,
    { finish = 5000, check = 15_000, clean = day }: MaintenanceOptions = {},
  ) {
    const task = (pause: number, work: () => Promise<unknown>) =>
      new Recurring(work, {
        pause,
        onError: (error) => warnOfFailure(parts.log, error, "maintenance of the queue failed"),
      });
    this.tasks = [
      task(finish, () => this.finish()),
      task(check, () => parts.consumerCheck.run()),
      task(clean, () => this.clean()),
    ];
  }

  start(): void {
    for (const task of this.tasks) task.start();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.tasks.map((task) => task.stop()));
  }

  private async finish(): Promise<void> {
    const finished = await finishOrphanedBulks(this.parts.db);
    this.parts.onFinished(finished.map(({ uuid }) => uuid));
  }

  private async clean(): Promise<void> {
    const { db, log, days } = this.parts;
    const removed = await removeOld(db, { days, isStopping: () => this.stopping });
    if (removed.bulks > 0) log.info(removed, "removed old operations");
  }
}
