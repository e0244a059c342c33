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
  /** The share that each connection counts towards; undefined if only the pool limits their number. */
  readonly share?: { readonly of: ConnectionShares; readonly purpose: Purpose } | undefined;
  /** Maximum silence of the server in milliseconds while a connection is in use; undefined for no limit. */
  readonly silence?: number | undefined;
}

/** Connections of a pool for one purpose. A link that died without notice is detected by its silence. */
export class PooledConnections implements Connections {
  constructor(
    private readonly pool: pg.Pool,
    private readonly rules: ConnectionRules,
  ) {}

  /** Rejects with `ConnectionsBusyError` if the purpose has waited too long for its share. */
  async connect(): Promise<pg.PoolClient> {
    const { share, silence = 0 } = this.rules;
    const turn = share?.of.acquireShare(share.purpose);
    if (turn) await turn;
    try {
      const client = await this.pool.connect();
      endAfterSilence(client, silence);
      return client;
    } catch (error) {
      share?.of.releaseShare(share.purpose);
      throw error;
    }
  }

  release(client: pg.PoolClient, isBroken: boolean): void {
    const { share, silence } = this.rules;
    if (silence !== undefined) endAfterSilence(client, 0);
    client.release(isBroken);
    share?.of.releaseShare(share.purpose);
  }
}

const listening = new WeakSet<pg.PoolClient>();

/** Closes the connection after so many milliseconds without traffic, so that its statements fail; 0 for never. */
function endAfterSilence(client: pg.PoolClient, milliseconds: number): void {
  const stream = client instanceof pg.Client ? client.connection.stream : undefined;
  if (!(stream instanceof Socket)) return;
  if (!listening.has(client)) {
    if (milliseconds === 0) return;
    listening.add(client);
    stream.on("timeout", () => stream.destroy(new SilenceError()));
  }
  stream.setTimeout(milliseconds);
}

/**
 * Thrown when a connection was closed because PostgreSQL did not answer. It has the operating system's code for a timeout.
 */
class SilenceError extends Error {
  override readonly name = "SilenceError";
  readonly code = "ETIMEDOUT";

  constructor() {
    super("PostgreSQL did not answer in time; the connection was closed.");
  }
}
