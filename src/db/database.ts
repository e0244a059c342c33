import type { Observable } from "../process/observable.js";
import type { PurposeUse } from "./connection-shares.js";
import type { PrismaClient } from "./generated/client.js";
import type { Keep } from "./late-texts.js";
import type { AnsweredStatement } from "./observed-queries.js";

/** The Prisma models, without the client's own methods: a transaction is `Db.transaction`. */
export type Models = Omit<PrismaClient, `$${string}` | symbol>;

/** Takes statements whose answers are not needed. */
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
   * Draws a text as one of the writes of `atCommit`, for what is to be locked as briefly as the end of the transaction, such as a
   * counter without gaps. The statement keeps its text by `keep`. What is returned stands for the text in the values of
   * later statements of the transaction: the database puts the text in its place. Throws outside a transaction.
   */
  drawAtCommit(textOf: (keep: Keep) => string, values?: readonly unknown[]): string;
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
   * For notifying others; what must happen belongs in a row.
   */
  afterCommit(notify: () => void): void;
  /**
   * Undoes what no database rolls back: called once the transaction has ended, where what was written here was not kept
   * or is not known to be; whoever runs the transaction waits for it. Outside a transaction it is never called. It must not reject.
   */
  afterRollback(undo: () => Promise<void>): void;
}

/** How much of the connections and of the names for statements is in use. */
export interface DatabaseUsage {
  readonly connections: {
    /** Connections in use. */
    readonly used: number;
    readonly idle: number;
    /** Statements and transactions that wait for a connection. */
    readonly waiting: number;
    /** Most connections of this process. */
    readonly limit: number;
  };
  /** The connections for calls, by what they are used for, and the most that one caller may use. */
  readonly shares: { readonly uses: readonly PurposeUse[]; readonly perCaller: number };
  /** Texts of statements that connections keep prepared, and the most that they may keep. */
  readonly prepared: { readonly names: number; readonly limit: number };
}

/**
 * A database that has been opened, with what processes need of it besides. By itself it is the way of work that nobody waits
 * for: queued operations, maintenance and commands. It has connections and time limits of its own.
 */
export interface Database extends Db {
  readonly kind: "postgresql" | "embedded";
  /** Notifies of statements that were answered, for metrics. */
  readonly statements: Observable<AnsweredStatement>;
  usage(): DatabaseUsage;
  /** The way of those who find out who calls. One connection is kept for it. */
  readonly authentication: Db;
  /** The way of health checks. One connection is kept for it. */
  readonly health: Db;
  /** A way whose transactions have no time limits: for migrations. */
  readonly unlimited: Db;
  /** The way of reads that begin while their caller is identified; undefined while none of its connections is free. */
  readonly early: Db | undefined;
  /** Returns the way of a caller, who has only a share of the connections. Calls under one name share one. */
  forCaller(name: string): Db;
  /**
   * Runs a statement of authentication in front of the next one that an early read sends: both travel in one packet, and
   * the first is answered first.
   */
  queryAhead<Row extends object>(text: string, values: readonly unknown[]): Promise<Row[]>;
  /** Resolves when the database answers. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
