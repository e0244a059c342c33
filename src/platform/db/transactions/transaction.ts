import type { Db, Models } from "../database.js";
import { lazyModels } from "../prisma/lazy-models.js";
import { LazyTransaction, type TransactionDependencies } from "./lazy-transaction.js";
import type { Keep } from "../statements/late-texts.js";
import type { StatementWriter } from "../statements/statement-writer.js";
import { TransactionHooks } from "./transaction-hooks.js";

/** Runs the work in a transaction that begins with its first statement. */
export async function inTransaction<Result>(
  dependencies: TransactionDependencies,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const transaction = new LazyTransaction(dependencies);
  const hooks = new TransactionHooks();
  let result: Result;
  try {
    result = await work(new TransactionDb(transaction, { writer: dependencies.writer, hooks }));
  } catch (error) {
    await transaction.rollback(error);
    await hooks.rolledBack();
    throw error;
  }
  try {
    await transaction.commit();
  } catch (error) {
    await hooks.rolledBack();
    throw error;
  }
  await hooks.committed();
  return result;
}

interface TransactionDbParts {
  readonly writer: StatementWriter;
  readonly hooks: TransactionHooks;
}

class TransactionDb implements Db {
  readonly isTransaction = true;
  readonly models: Models;
  readonly atCommit: Db["atCommit"] = {
    execute: (text, values) => {
      this.inner.runLate(this.parts.writer.write(text, values));
      return Promise.resolve();
    },
  };

  constructor(
    private readonly inner: LazyTransaction,
    private readonly parts: TransactionDbParts,
  ) {
    this.models = lazyModels(async (work) => work(await inner.models()));
  }

  drawAtCommit(textOf: (keep: Keep) => string, values: readonly unknown[] = []): string {
    return this.inner.drawLate(textOf, values);
  }

  async query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    const { rows } = await this.inner.run(this.parts.writer.write(text, values));
    return rows as Row[];
  }

  async one<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row | undefined> {
    const [row] = await this.query<Row>(text, values);
    return row;
  }

  async execute(text: string, values?: readonly unknown[]): Promise<number> {
    const { rowCount } = await this.inner.run(this.parts.writer.write(text, values));
    return rowCount ?? 0;
  }

  transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    return work(this);
  }

  readFromStandby<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    return work(this);
  }

  async savepoint<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    const hooks = new TransactionHooks();
    await this.execute("savepoint part");
    let result: Result;
    try {
      result = await work(new TransactionDb(this.inner, { ...this.parts, hooks }));
      await Promise.all([this.inner.sendLate(), this.execute("release savepoint part")]);
    } catch (error) {
      this.inner.dropLate();
      this.parts.hooks.drop(hooks);
      // Released too: otherwise it would stay and hide the surrounding savepoint, which has the same name.
      await Promise.all([this.execute("rollback to savepoint part"), this.execute("release savepoint part")]);
      throw error;
    }
    this.parts.hooks.join(hooks);
    return result;
  }

  afterCommit(notify: () => void): void {
    this.parts.hooks.onCommit(notify);
  }

  afterRollback(undo: () => Promise<void>): void {
    this.parts.hooks.onRollback(undo);
  }
}
