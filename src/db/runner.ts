import pg from "pg";

/** A statement as `pg` takes it: Prisma's adapter sends some with `rowMode: "array"` and parsers of its own. */
export type Statement = pg.QueryConfig & { rowMode?: "array" };

/** Runs statements one after another on a connection of its choice. */
export interface Runner {
  run(statement: Statement): Promise<pg.QueryResult<object>>;
}

/** Hears the text of every statement that is sent, for tests that pin their number. */
export type OnStatement = (text: string) => void;

/** Runs each statement on whatever connection of the pool is free. */
export class PoolRunner implements Runner {
  constructor(
    private readonly pool: pg.Pool,
    private readonly onStatement: OnStatement | undefined,
  ) {}

  async run(statement: Statement): Promise<pg.QueryResult<object>> {
    const client = await this.pool.connect();
    let failure: unknown;
    try {
      this.onStatement?.(statement.text);
      return await client.query<object>(statement);
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      // Not `pool.query`: it closes the connection after any error, a unique violation included.
      client.release(failure !== undefined && !leavesConnection(failure));
    }
  }
}

const corked = new WeakSet<pg.PoolClient>();

/** Holds back what is sent until everything that is ready now has been sent: a packet costs more than a statement. */
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

/** Whether the connection can still be used after the error: the server has refused a statement, and no more. */
export function leavesConnection(error: unknown): boolean {
  return error instanceof TransactionAbortedError || (error instanceof pg.DatabaseError && error.severity === "ERROR");
}

/** Thrown at the end of a transaction that the database had given up: a statement failed, and the work went on. */
export class TransactionAbortedError extends Error {
  override readonly name = "TransactionAbortedError";

  constructor(cause: unknown) {
    super("The transaction was rolled back because one of its statements had failed.", { cause });
  }
}
