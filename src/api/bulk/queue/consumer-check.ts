import type { Logger } from "pino";
import type { Db } from "../../../platform/db/database.js";
import { findStalledSeconds } from "./consumers.sql.js";

/** The state of the consumers in a health check. */
export interface ConsumerState {
  /** `warn` if operations wait and no consumer runs them. */
  readonly status: "pass" | "warn";
  readonly kind: "async.operations.all";
  /** Seconds since the oldest waiting operation was due; only with `warn`. */
  readonly oldestSeconds?: number;
}

/** Minimum time between two log lines, in milliseconds. */
const logInterval = 60_000;

/** Checks whether operations wait while no consumer has been seen for a minute, and logs a warning if so. */
export class ConsumerCheck {
  private lastLogged = -Infinity;

  constructor(
    private readonly db: Db,
    private readonly log: Logger,
    private readonly now: () => number = () => performance.now(),
  ) {}

  async run(): Promise<ConsumerState> {
    const kind = "async.operations.all";
    const oldest = await findStalledSeconds(this.db);
    if (oldest === undefined) return { status: "pass", kind };
    const oldestSeconds = Math.round(oldest);
    if (this.now() - this.lastLogged >= logInterval) {
      this.lastLogged = this.now();
      this.log.warn(
        { oldestSeconds },
        "operations are waiting and no consumer has been seen for a minute; start one: bin/portico queue:consumers:start async.operations.all",
      );
    }
    return { status: "warn", kind, oldestSeconds };
  }
}
