import { setTimeout as pause } from "node:timers/promises";
import type { Db, Models } from "../database.js";
import { lazyModels } from "../prisma/lazy-models.js";
import type { TransactionDependencies } from "./lazy-transaction.js";
import { directing } from "../prisma/prisma-adapter.js";
import { PoolRunner } from "../statements/runner.js";
import { type DatabaseFailure, conflictFactsOf } from "../sql-errors.js";
import { inTransaction } from "./transaction.js";

/** Maximum attempts for a transaction that others interfere with. */
const maxAttempts = 3;

/**
 * Minimum pause before the second attempt, in milliseconds. Without it, the transaction can get ahead of the one it lost
 * to, and lose again.
 */
const pauseMilliseconds = 10;

/** The parts of an access path to the database. */
export type AccessDependencies = TransactionDependencies & {
  readonly onRetry?: OnRetry | undefined;
  readonly readFromStandby?: ReadFromStandby | undefined;
};

/** Runs reads on a standby, or calls `onPrimary` if none can be used. */
type ReadFromStandby = <Result>(work: (db: Db) => Promise<Result>, onPrimary: () => Promise<Result>) => Promise<Result>;

/** Called with the failure of a transaction that is run again, because others interfered with it. */
export type OnRetry = (failure: DatabaseFailure) => void;

/** An access path to the database whose connections serve one purpose. */
export class DatabaseAccess implements Db {
  readonly isTransaction = false;
  readonly models: Models;
  readonly atCommit: Db["atCommit"] = { execute: (text, values) => this.execute(text, values) };
  private readonly runner: PoolRunner;

  constructor(private readonly dependencies: AccessDependencies) {
    const { connections, prisma } = dependencies;
    this.runner = new PoolRunner(connections, dependencies);
    this.models = lazyModels((work) => directing(this.runner, () => prisma.use(work)));
  }

  async query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    const { rows } = await this.runner.run(this.dependencies.writer.write(text, values));
    return rows as Row[];
  }

  async one<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row | undefined> {
    const [row] = await this.query<Row>(text, values);
    return row;
  }

  async execute(text: string, values?: readonly unknown[]): Promise<number> {
    const { rowCount } = await this.runner.run(this.dependencies.writer.write(text, values));
    return rowCount ?? 0;
  }

  drawAtCommit(): never {
    throw new Error("drawAtCommit needs a transaction.");
  }

  async transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await inTransaction(this.dependencies, work);
      } catch (error) {
        const failure = conflictFactsOf(error);
        if (attempt === maxAttempts || !failure) throw error;
        this.dependencies.onRetry?.(failure);
        await pause(pauseMilliseconds * attempt * (1 + Math.random()));
      }
    }
  }

  savepoint<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    return this.transaction(work);
  }

  readFromStandby<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    const { readFromStandby } = this.dependencies;
    return readFromStandby ? readFromStandby(work, () => work(this)) : work(this);
  }

  afterCommit(notify: () => void): void {
    notify();
  }

  afterRollback(): void {
    // Writes outside a transaction are committed at once.
  }
}
