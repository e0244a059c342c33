import { FairQueue, type KeyUse } from "../../process/fair-queue.js";

/** The purpose that a connection is used for. Every caller has its own share; all guests have one together. */
export type Purpose = "authentication" | "health" | `caller ${string}`;

/** Divides connections fairly among purposes. */
export type ConnectionShares = FairQueue<Purpose>;

/** Numbers of connections in use for a purpose, and of calls that wait for one. */
export type PurposeUse = KeyUse<Purpose>;

interface SharesOptions {
  /** Total number of connections. */
  readonly connections: number;
  /** Connections that one caller may use at the same time. */
  readonly perCaller: number;
  /** Maximum wait for a connection in milliseconds. */
  readonly wait: number;
}

/**
 * Thrown when all connections, or all of a caller's share, are in use for too long. It has PostgreSQL's code for too many
 * connections.
 */
export class ConnectionsBusyError extends Error {
  override readonly name = "ConnectionsBusyError";
  readonly code = "53300";

  constructor(milliseconds: number) {
    super(`No database connection became available within ${milliseconds / 1000} seconds.`);
  }
}

/**
 * Returns the shares of a number of connections. One connection each stays free for authentication and for health checks,
 * because otherwise callers could not be identified and health could not be checked.
 */
export function connectionShares({ connections, perCaller, wait }: SharesOptions): ConnectionShares {
  const limit = { milliseconds: wait, error: () => new ConnectionsBusyError(wait) };
  return new FairQueue({ places: connections, perKey: perCaller, reserved: ["authentication", "health"], limit });
}
