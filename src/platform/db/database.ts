import type { Observable } from "../process/observable.js";
import type { PurposeUse } from "./connections/connection-shares.js";
import type { PrismaClient } from "./generated/client.js";
import type { Keep } from "./statements/late-texts.js";
import type { AnsweredStatement } from "./statements/observed-queries.js";

/** The Prisma models, without the client's own methods: a transaction is `Db.transaction`. */
export type Models = Omit<PrismaClient, `$${string}` | symbol>;

/** Takes statements whose results are not needed. */
export interface Writes {
  execute(text: string, values?: readonly unknown[]): Promise<unknown>;
}

/**
 * Access to the database, through the pool or within one transaction. Models and statements return the same values:
 * timestamps, dates and decimals as text, exactly as stored, and bigint as a number.
 */
export interface Db {
  /** Whether it is the access to one transaction, which sees its own writes. */
  readonly isTransaction: boolean;
  /** The models, for all code that is not performance-critical. Inside a transaction they take part in it. */
  readonly models: Models;
  /** Runs a statement with `$1` parameters. Frequent statements are prepared once per connection. */
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs a statement as `query` does and returns its first row, or undefined if it has none. */
  one<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row | undefined>;
  /** Runs a statement as `query` does and returns the number of rows that it wrote. */
  execute(text: string, values?: readonly unknown[]): Promise<number>;
  /**
   * Sends writes together with the next statement of the transaction, or with its end, in one packet, without waiting for
   * their answers. Use it for the last writes. If a write fails, the transaction fails with its error. Outside a
   * transaction a write is run at once.
   */
  readonly atCommit: Writes;
  /**
   * Draws a text as one of the writes of `atCommit`, so that its lock is only held at the end of the transaction, for
   * example for a counter without gaps. The statement stores its text with `keep`. Returns a placeholder for the values of
   * later statements of the transaction, which the database replaces with the text. Throws outside a transaction.
   */
  drawAtCommit(textOf: (keep: Keep) => string, values?: readonly unknown[]): string;
  /**
   * Runs the work in one transaction, which begins with its first statement and is rolled back if the work throws. If
   * another transaction interfered, all of the work is run again, at most twice: after a deadlock, or if a row that it
   * refers to is gone or a key that it found free is taken. Inside a transaction it takes part in the outer one.
   */
  transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  /**
   * Runs the work and undoes its writes if it throws, so that the surrounding transaction can continue. Outside a
   * transaction it runs in one of its own.
   */
  savepoint<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  /**
   * Runs work that only reads in a read-only transaction of a standby that has replayed everything that was committed
   * before. If there is none, or inside a transaction, the work runs with this access. It may run twice.
   */
  readFromStandby<Result>(work: (db: Db) => Promise<Result>): Promise<Result>;
  /**
   * Calls `notify` after the commit, and never after a rollback; outside a transaction, at once. Only for notifications:
   * work that must not get lost belongs in a row.
   */
  afterCommit(notify: () => void): void;
  /**
   * Calls `undo` for effects that no database rolls back, after a transaction whose writes were rolled back or may have
   * been. The code that runs the transaction waits for it. Outside a transaction it is never called. It must not reject.
   */
  afterRollback(undo: () => Promise<void>): void;
}

/** The use of standbys for reads. */
export interface StandbyUse {
  /** Whether each standby is used now, by its host. */
  readonly standbys: readonly { readonly host: string; readonly isUsed: boolean }[];
  /** Numbers of reads that could go to a standby, by where they went. */
  readonly reads: { readonly standby: number; readonly primary: number };
}

/** The use of connections and of names for prepared statements. */
export interface DatabaseUsage {
  readonly connections: {
    /** Connections in use. */
    readonly used: number;
    readonly idle: number;
    /** Statements and transactions that wait for a connection. */
    readonly waiting: number;
    /** Maximum connections of this process. */
    readonly limit: number;
  };
  /** The connections for calls by purpose, and the maximum that one caller may use. */
  readonly shares: { readonly uses: readonly PurposeUse[]; readonly perCaller: number };
  /** Number of statements that connections keep prepared, and the maximum. */
  readonly prepared: { readonly names: number; readonly limit: number };
  /** Absent without `DATABASE_READ_URL`. */
  readonly standbys?: StandbyUse;
}

/**
 * An open database. Its own methods are for work that no caller waits for: queued operations, maintenance and commands,
 * which have their own connections and time limits. Its properties are access paths for other purposes.
 */
export interface Database extends Db {
  readonly kind: "postgresql" | "embedded";
  /** Publishes answered statements, for metrics. */
  readonly statements: Observable<AnsweredStatement>;
  usage(): DatabaseUsage;
  /** Access for identifying callers. One connection is reserved for it. */
  readonly authentication: Db;
  /** Access for health checks. One connection is reserved for it. */
  readonly health: Db;
  /** Access whose transactions have no time limits, for migrations. */
  readonly unlimited: Db;
  /**
   * Returns the access of a caller, who has only a share of the connections. Calls with the same name use the same share.
   */
  forCaller(name: string): Db;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  /** Runs the work before the database is closed. */
  beforeClose(work: () => Promise<void>): void;
  close(): Promise<void>;
}
