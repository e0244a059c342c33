import type { Config } from "../../../config.js";

/** The settings that limit how long the database may take. */
export type TimeLimitConfig = Pick<
  Config,
  | "PORTICO_DATABASE_CONNECT_SECONDS"
  | "PORTICO_DATABASE_STATEMENT_SECONDS"
  | "PORTICO_DATABASE_LOCK_SECONDS"
  | "PORTICO_DATABASE_IDLE_SECONDS"
  | "PORTICO_DATABASE_BACKGROUND_SECONDS"
  | "PORTICO_DATABASE_KEEP_ALIVE_SECONDS"
>;

/** Limits of a PostgreSQL session in seconds; 0 for none. */
export interface SessionLimits {
  readonly statement: number;
  readonly lock: number;
  readonly idleInTransaction: number;
}

/** Returns the limits for calls, whose callers wait. */
export const limitsOfCalls = (config: TimeLimitConfig): SessionLimits => ({
  statement: config.PORTICO_DATABASE_STATEMENT_SECONDS,
  lock: config.PORTICO_DATABASE_LOCK_SECONDS,
  idleInTransaction: config.PORTICO_DATABASE_IDLE_SECONDS,
});

/** Returns the limits for queued operations, maintenance and commands, which no caller waits for. */
export const limitsOfBackground = ({ PORTICO_DATABASE_BACKGROUND_SECONDS: most }: TimeLimitConfig): SessionLimits => ({
  statement: most,
  lock: most,
  idleInTransaction: most,
});

/** Writes limits as options of a connection: `-c statement_timeout=30s …`. */
export const asOptions = (limits: SessionLimits): string =>
  parametersOf(limits)
    .map(([name, seconds]) => `-c ${name}=${seconds}s`)
    .join(" ");

/** Begins a transaction with these limits, regardless of those of its session. */
export const beginWithLimits = (limits: SessionLimits, begin = "BEGIN"): string =>
  [begin, ...parametersOf(limits).map(([name, seconds]) => `SET LOCAL ${name} = '${seconds}s'`)].join("; ");

/** Begins a transaction without limits. */
export const beginWithoutLimits = beginWithLimits({ statement: 0, lock: 0, idleInTransaction: 0 });

/** Seconds after a time limit within which PostgreSQL itself should have reported it. */
const grace = 5;

/**
 * Returns the milliseconds without traffic after which a connection counts as dead: by then, PostgreSQL would have ended
 * the statement or the transaction. Undefined if it would wait forever.
 */
export function maxInactivity({ statement, idleInTransaction }: SessionLimits): number | undefined {
  if (statement === 0 || idleInTransaction === 0) return undefined;
  return (Math.max(statement, idleInTransaction) + grace) * 1000;
}

function parametersOf({ statement, lock, idleInTransaction }: SessionLimits): (readonly [string, number])[] {
  return [
    ["statement_timeout", statement],
    ["lock_timeout", lock],
    ["idle_in_transaction_session_timeout", idleInTransaction],
  ];
}
