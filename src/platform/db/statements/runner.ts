import pg from "pg";
import type { Connections } from "../connections/connections.js";
import { isReadOnly } from "../sql-errors.js";

/** A statement for `pg`. Prisma's adapter sends some with `rowMode: "array"` and its own parsers. */
export type Statement = pg.QueryConfig & { rowMode?: "array" };

/** Sends a statement on a connection. */
export type Send = (client: pg.PoolClient, statement: Statement) => Promise<pg.QueryResult<object>>;

/** Runs statements on a connection that it chooses. */
export interface Runner {
  run(statement: Statement): Promise<pg.QueryResult<object>>;
}

/** Called with the text of every statement that is sent, for tests that pin their number. */
export type OnStatement = (text: string) => void;

/** How statements are sent. */
export interface Sending {
  readonly send: Send;
  readonly onStatement: OnStatement | undefined;
}

/** Runs each statement on a connection of its own. */
export class PoolRunner implements Runner {
  constructor(
    private readonly connections: Connections,
    private readonly sending: Sending,
  ) {}

  run(statement: Statement): Promise<pg.QueryResult<object>> {
    return this.withClient((client) => {
      this.sending.onStatement?.(statement.text);
      return this.sending.send(client, statement);
    });
  }

  private async withClient<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
    const client = await this.connections.connect();
    let failure: unknown;
    try {
      return await work(client);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      // Not `pool.query`, which closes the connection after any error, including a unique violation.
      this.connections.release(client, failure !== undefined && !isConnectionUsable(failure));
    }
  }
}

const corked = new WeakSet<pg.PoolClient>();

/** Sends all statements that are ready now in one packet, because a packet costs more than a statement. */
export function sendTogether(client: pg.PoolClient): void {
  if (corked.has(client) || !(client instanceof pg.Client)) return;
  const { stream } = client.connection;
  corked.add(client);
  stream.cork();
  process.nextTick(() => {
    corked.delete(client);
    stream.uncork();
  });
}

/**
 * Whether the connection can still be used after the error, because the server only rejected a statement. One to a server
 * that has become read-only cannot: another server accepts the writes now.
 */
export function isConnectionUsable(error: unknown): boolean {
  if (isReadOnly(error)) return false;
  return error instanceof TransactionAbortedError || (error instanceof pg.DatabaseError && error.severity === "ERROR");
}

/**
 * Thrown by the commit of a transaction that the database has rolled back, because a statement failed and the work
 * continued.
 */
export class TransactionAbortedError extends Error {
  override readonly name = "TransactionAbortedError";

  constructor(cause: unknown) {
    super("The transaction was rolled back because one of its statements had failed.", { cause });
  }
}
