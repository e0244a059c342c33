import type { Logger } from "pino";
import type { Db } from "../../db/database.js";
import { findNeglect } from "./consumers.sql.js";

/** What health says of the consumers. */
export interface ConsumerState {
  /** `warn` where operations wait and nobody runs them. */
  readonly status: "pass" | "warn";
  readonly kind: "async.operations.all";
  /** How long the oldest operation waits already; only with `warn`. */
  readonly oldestSeconds?: number;
}

/** Shortest time between two lines of the log, in milliseconds. */
const quiet = 60_000;

/** Sees whether operations wait while no consumer has been seen for a minute, and says so in the log. */
export class ConsumerCheck {
  private lastSaid = -Infinity;

  constructor(
    private readonly db: Db,
    private readonly log: Logger,
    private readonly now: () => number = () => performance.now(),
  ) {}

  async look(): Promise<ConsumerState> {
    const kind = "async.operations.all";
    const oldest = await findNeglect(this.db);
    if (oldest === undefined) return { status: "pass", kind };
    const oldestSeconds = Math.round(oldest);
    if (this.now() - this.lastSaid >= quiet) {
      this.lastSaid = this.now();
      this.log.warn(
        { oldestSeconds },
        "operations wait and no consumer was seen for a minute; start one: bin/portico queue:consumers:start async.operations.all",
      );
    }
    return { status: "warn", kind, oldestSeconds };
  }
}
