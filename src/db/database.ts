import type { PrismaClient } from "./generated/client.js";

/** The Prisma models, without the client's own methods: a transaction is `Db.transaction`. */
export type Models = Omit<PrismaClient, `$${string}` | symbol>;

/** Takes statements whose answers nobody looks at. */
export interface Writes {
  execute(text: string, values?: readonly unknown[]): Promise<unknown>;
}

/**
 * A way to the database: the pool, or one transaction. Models and statements give the same values: timestamps, dates and
 * decimals as text, exactly as stored, and bigint as a number.
 */
export interface Db {
  /** Clear and complete, for everything that is not hot. Inside a transaction they take part in it. */
  readonly models: Models;
  /** Runs one statement with `$1` parameters, prepared once per connection under a name of its own. */
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs a statement as `query` does and returns its first row, or undefined where it has none. */
  one<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row | undefined>;
  /** As `query`, and gives the number of rows that were written. */
  execute(text: string, values?: readonly unknown[]): Promise<number>;
  /**
   * Sends writes together with the next statement of the transaction, or with its end, in one packet, instead of waiting for
   * their answers: for what is written last. The transaction fails with the error of a write that fails. Outside a
   * transaction a write is run at once.
   */
  readonly atCommit: Writes;
  /**
   * Runs the work in one transaction, which begins with its first statement and is rolled back if the work throws. If
   * another transaction got in between, all of the work is run again, twice at most: after a deadlock, or when a row that
   * it refers to is gone or a key that it found free is taken. Inside a transaction it takes part in the outer one.
   */
  transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  /**
   * Runs the work so that, if it throws, what it wrote is undone and the transaction that it is part of goes on. Outside
   * a transaction it has one of its own.
   */
  savepoint<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  /**
   * Calls back once what was written is committed, and not at all where it is rolled back; outside a transaction, at once.
   * For telling others that there is something to look at: what has to happen belongs in a row.
   */
  afterCommit(tell: () => void): void;
  /**
   * Undoes what no database rolls back: called once the transaction has ended, where what was written here was not kept
   * or is not known to be; whoever runs the transaction waits for it. Outside a transaction it is never called. It must not reject.
   */
  afterRollback(undo: () => Promise<void>): void;
}

/** A database that has been opened, with what processes need of it besides. */
export interface Database extends Db {
  readonly kind: "postgresql" | "embedded";
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
