import type pg from "pg";
import type { Logger } from "pino";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";
import { DatabaseHosts } from "../../../platform/db/connections/database-hosts.js";
import { WritablePool } from "../../../platform/db/connections/writable-pool.js";
import { logSplit, warnOfFailure } from "../../../platform/process/outage-log.js";
import { createCounterTable, deleteEndedCounters, schemaName, tableName, withoutNames } from "./counters.sql.js";

/** Length of a window in seconds. */
export const windowSeconds = 60;

/** Counts points by key in windows of a minute. */
export interface Counter {
  /** Counts points. Rejects with the state of the key if the limit is exceeded. */
  consume(key: string, points: number): Promise<RateLimiterRes>;
  /** Returns the state of a key; null when nothing was counted in this minute. */
  get(key: string): Promise<RateLimiterRes | null>;
  /** Gives points back. */
  reward(key: string, points: number): Promise<unknown>;
}

/** Creates the counter of a limit; windows last a minute by default. */
export type Counters = (name: string, points: number, seconds?: number) => Counter;

/** Counts in the memory of this process. */
export const countInMemory: Counters = (keyPrefix, points, duration = windowSeconds) =>
  new RateLimiterMemory({ keyPrefix, points, duration });

/** Database connections of a process; a call uses one for less than a millisecond. */
const connections = 4;
/** Timeout for the counters, in milliseconds. */
const timeout = 1000;
/** Time during which a process counts on its own after the counters failed, in milliseconds. */
const afterFailure = 5000;

/**
 * Counts in PostgreSQL, for all processes together (decision 0015). While the database is unreachable, each process counts
 * on its own, so that the service stays available. With a pooler (decision 0046), no statement has a name.
 */
export function countInPostgres(url: string, log: Logger, isPooled: boolean): Counters {
  const pool = new WritablePool(new DatabaseHosts(url, { timeout, onSplit: logSplit(log) }), {
    max: connections,
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
    allowExitOnIdle: true,
    application_name: "portico limits",
  });
  pool.on("error", (error) => warnOfFailure(log, error, "a connection to the limits database was lost"));
  const store = new SharedStore(pool, log);
  const storeClient = isPooled ? withoutNames(pool) : pool;
  return (keyPrefix, points, duration = windowSeconds) => {
    const options = { keyPrefix, points, duration };
    const shared = { ...options, storeClient, storeType: "pool", schemaName, tableName, tableCreated: true };
    return new SharedCounter(store, new RateLimiterPostgres(shared), new RateLimiterMemory(options));
  };
}

/** The shared table, and whether it can be used. */
class SharedStore {
  private table: Promise<unknown> | undefined;
  private unavailableUntil = 0;

  constructor(
    private readonly pool: pg.Pool,
    private readonly log: Logger,
  ) {}

  /**
   * Uses the shared counters, or those of this process while the database is unreachable. Rethrows the rejection of a
   * limit.
   */
  async use<Result>(shared: () => Promise<Result>, own: () => Promise<Result>): Promise<Result> {
    if (performance.now() < this.unavailableUntil) return own();
    try {
      await (this.table ??= this.create());
      return await shared();
    } catch (error) {
      if (error instanceof RateLimiterRes) throw error;
      this.unavailableUntil = performance.now() + afterFailure;
      this.table = undefined;
      warnOfFailure(this.log, error, "limits database unreachable, counting in this process only");
      return own();
    }
  }

  private async create(): Promise<void> {
    await createCounterTable(this.pool);
    await deleteEndedCounters(this.pool);
  }
}

class SharedCounter implements Counter {
  constructor(
    private readonly store: SharedStore,
    private readonly shared: Counter,
    private readonly own: Counter,
  ) {}

  consume = (key: string, points: number) =>
    this.store.use(
      () => this.shared.consume(key, points),
      () => this.own.consume(key, points),
    );

  get = (key: string) =>
    this.store.use(
      () => this.shared.get(key),
      () => this.own.get(key),
    );

  reward = (key: string, points: number) =>
    this.store.use(
      () => this.shared.reward(key, points),
      () => this.own.reward(key, points),
    );
}
