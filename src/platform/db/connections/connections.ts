import { Socket } from "node:net";
import pg from "pg";
import type { ConnectionShares, Purpose } from "./connection-shares.js";

/** Provides connections and takes them back. */
export interface Connections {
  connect(): Promise<pg.PoolClient>;
  /** Takes a connection back. A broken one is closed. */
  release(client: pg.PoolClient, isBroken: boolean): void;
}

/** Rules for the use of a pool's connections. */
export interface ConnectionRules {
  /** The share that each connection counts toward; undefined if only the pool limits their number. */
  readonly share?: { readonly of: ConnectionShares; readonly purpose: Purpose } | undefined;
  /** Maximum milliseconds without traffic from the server while a connection is in use; undefined for no limit. */
  readonly inactivity?: number | undefined;
}

/** Connections of a pool for one purpose. Detects dead connections by the lack of traffic. */
export class PooledConnections implements Connections {
  constructor(
    private readonly pool: pg.Pool,
    private readonly rules: ConnectionRules,
  ) {}

  /** Rejects with `ConnectionsBusyError` if the purpose has waited too long for its share. */
  async connect(): Promise<pg.PoolClient> {
    const { share, inactivity = 0 } = this.rules;
    const turn = share?.of.enter(share.purpose);
    if (turn) await turn;
    try {
      const client = await this.pool.connect();
      closeWhenInactive(client, inactivity);
      return client;
    } catch (error) {
      share?.of.leave(share.purpose);
      throw error;
    }
  }

  release(client: pg.PoolClient, isBroken: boolean): void {
    const { share, inactivity } = this.rules;
    if (inactivity !== undefined) closeWhenInactive(client, 0);
    client.release(isBroken);
    share?.of.leave(share.purpose);
  }
}

const listening = new WeakSet<pg.PoolClient>();

/** Closes the connection after so many milliseconds without traffic, so that its statements fail; 0 for never. */
function closeWhenInactive(client: pg.PoolClient, milliseconds: number): void {
  const stream = client instanceof pg.Client ? client.connection.stream : undefined;
  if (!(stream instanceof Socket)) return;
  if (!listening.has(client)) {
    if (milliseconds === 0) return;
    listening.add(client);
    stream.on("timeout", () => stream.destroy(new InactivityError()));
  }
  stream.setTimeout(milliseconds);
}

/**
 * Thrown when a connection was closed because PostgreSQL did not answer. It has the operating system's code for a timeout.
 */
class InactivityError extends Error {
  override readonly name = "InactivityError";
  readonly code = "ETIMEDOUT";

  constructor() {
    super("PostgreSQL did not answer in time; the connection was closed.");
  }
}
