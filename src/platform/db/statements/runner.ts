import pg from "pg";
import type { Connections } from "../connections/connections.js";

/** A statement for `pg`. Prisma's adapter sends some with `rowMode: "array"` and its own parsers. */
export type Statement = pg.QueryConfig & { rowMode?: "array" };

/** Runs statements on a connection that it chooses. */
export interface Runner {
  run(statement: Statement): Promise<pg.QueryResult<object>>;
}

/** Called with the text of every statement that is sent, for tests that pin their number. */
export type OnStatement = (text: string) => void;

/** A statement that is sent in front of another one. */
interface AttachedStatement {
  readonly statement: Statement;
  readonly sent: (result: Promise<pg.QueryResult<object>>) => void;
}

export interface PoolRunnerOptions {
  readonly onStatement: OnStatement | undefined;
  /** Whether connections accept statements before earlier ones are answered. */
  readonly pipelined: boolean;
  /** Runs a statement that was to be sent in front of another one, if there is none. */
  readonly fallback?: Runner;
}

/** Runs each statement on a connection of its own. */
export class PoolRunner implements Runner {
  private attached: AttachedStatement[] = [];

  constructor(
    private readonly connections: Connections,
    private readonly options: PoolRunnerOptions,
  ) {}

  run(statement: Statement): Promise<pg.QueryResult<object>> {
    return this.withClient((client) => {
      this.sendAttached(client);
      return this.send(client, statement);
    });
  }

  /**
   * Runs a statement in front of the next one that gets a connection, in the same packet. It is sent alone if none follows
   * before the next turn of the event loop.
   */
  runAhead(statement: Statement): Promise<pg.QueryResult<object>> {
    const { fallback: other } = this.options;
    const runAlone = () => (other ? other.run(statement) : this.withClient((client) => this.send(client, statement)));
    if (!this.options.pipelined) return runAlone();
    return new Promise((resolve) => {
      const pendingStatement = { statement, sent: resolve };
      this.attached.push(pendingStatement);
      setImmediate(() => {
        const at = this.attached.indexOf(pendingStatement);
        if (at < 0) return;
        this.attached.splice(at, 1);
        resolve(runAlone());
      });
    });
  }

  private sendAttached(client: pg.PoolClient): void {
    if (this.attached.length === 0) return;
    sendTogether(client);
    for (const { statement, sent } of this.attached.splice(0)) sent(this.send(client, statement));
  }

  private send(client: pg.PoolClient, statement: Statement): Promise<pg.QueryResult<object>> {
    this.options.onStatement?.(statement.text);
    return client.query<object>(statement);
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

/** Whether the connection can still be used after the error, because the server only rejected a statement. */
export function isConnectionUsable(error: unknown): boolean {
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
