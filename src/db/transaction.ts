import pg from "pg";
import type { PrismaClient } from "./generated/client.js";
import type { Db, Models } from "./database.js";
import { deferred } from "./deferred.js";
import { LazyModels } from "./lazy-models.js";
import { joining } from "./prisma-adapter.js";
import type { OnStatement, Runner, Statement } from "./runner.js";
import type { StatementWriter } from "./statement-writer.js";

/** What a transaction is made of. */
export interface TransactionParts {
  readonly pool: pg.Pool;
  readonly prisma: PrismaClient;
  readonly writer: StatementWriter;
  readonly onStatement: OnStatement | undefined;
  /** Whether connections take statements while earlier ones are not answered yet. */
  readonly pipelined: boolean;
}

/** Prisma's own limits, in milliseconds: as good as none, since the transaction is ours. */
const prismaLimits = { maxWait: 2 ** 31 - 1, timeout: 2 ** 31 - 1 };

/** Thrown at the end of a transaction that the database had given up: a statement failed, and the work went on. */
export class TransactionAbortedError extends Error {
  override readonly name = "TransactionAbortedError";

  constructor(cause: unknown) {
    super("The transaction was rolled back because one of its statements had failed.", { cause });
  }
}

/** Runs the work in a transaction that begins with its first statement. */
export async function inTransaction<Result>(
  parts: TransactionParts,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const transaction = new LazyTransaction(parts);
  const hooks = new Hooks();
  let result: Result;
  try {
    result = await work(new TransactionDb(transaction, { writer: parts.writer, hooks }));
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

/** Who wants to hear how a transaction ended. */
class Hooks {
  private toTell: (() => void)[] = [];
  private toUndo: (() => Promise<void>)[] = [];
  /** Of parts that were rolled back already. */
  private undone: (() => Promise<void>)[] = [];

  onCommit(tell: () => void): void {
    this.toTell.push(tell);
  }

  onRollback(undo: () => Promise<void>): void {
    this.toUndo.push(undo);
  }

  /** Takes over from a part that was kept. */
  join(part: Hooks): void {
    this.toTell.push(...part.toTell);
    this.toUndo.push(...part.toUndo);
    this.undone.push(...part.undone);
  }

  /** Takes over from a part that was rolled back. */
  drop(part: Hooks): void {
    this.undone.push(...part.toUndo, ...part.undone);
  }

  async committed(): Promise<void> {
    for (const tell of this.toTell) tell();
    await Promise.all(this.undone.map((undo) => undo()));
  }

  async rolledBack(): Promise<void> {
    await Promise.all([...this.toUndo, ...this.undone].map((undo) => undo()));
  }
}

class LazyTransaction implements Runner {
  private client: Promise<pg.PoolClient> | undefined;
  private connected: pg.PoolClient | undefined;
  private gathering = false;
  private tail: Promise<unknown> = Promise.resolve();
  private begun = false;
  private ended = false;
  private failure: unknown;
  private prismaPart: { readonly models: Promise<Models>; end(error?: unknown): Promise<void> } | undefined;

  constructor(private readonly parts: TransactionParts) {}

  /**
   * Sends a statement behind those that were sent before. They reach the database in this order; where the connection
   * can, without waiting for one another's answers, and those of one moment in one packet.
   */
  run(statement: Statement): Promise<pg.QueryResult<object>> {
    if (this.ended) return Promise.reject(new Error("The transaction has ended; nothing more can run in it."));
    const result = this.sent(statement);
    const settled = result.catch((error: unknown) => (this.failure ??= error));
    this.tail = this.tail.then(() => settled);
    return result;
  }

  private sent(statement: Statement): Promise<pg.QueryResult<object>> {
    if (this.connected && this.parts.pipelined) return this.send(this.connected, statement);
    const client = (this.client ??= this.connect());
    const ready = this.parts.pipelined ? client : this.tail.then(() => client);
    return ready.then((connected) => this.send(connected, statement));
  }

  private async connect(): Promise<pg.PoolClient> {
    return (this.connected = await this.parts.pool.connect());
  }

  /** Prisma's part of the transaction, opened when a model is used for the first time. */
  models(): Promise<Models> {
    this.prismaPart ??= this.openPrisma();
    return this.prismaPart.models;
  }

  async commit(): Promise<void> {
    try {
      await this.prismaPart?.end();
    } catch (error) {
      await this.rollback(error);
      throw error;
    }
    await this.finish("COMMIT");
  }

  /** Never throws: what went wrong before is what the caller is to hear of. */
  async rollback(reason: unknown): Promise<void> {
    await this.prismaPart?.end(reason).catch(() => undefined);
    await this.finish("ROLLBACK").catch(() => undefined);
  }

  private send(client: pg.PoolClient, statement: Statement): Promise<pg.QueryResult<object>> {
    this.gather(client);
    if (!this.begun) {
      this.begun = true;
      // Not awaited: the statement goes right behind it, and fails too if it fails.
      this.parts.onStatement?.("BEGIN");
      client.query("BEGIN").catch((error: unknown) => (this.failure ??= error));
    }
    this.parts.onStatement?.(statement.text);
    return client.query<object>(statement);
  }

  /** Holds back what is sent until everything that is ready now has been sent: a packet costs more than a statement. */
  private gather(client: pg.PoolClient): void {
    if (this.gathering || !this.parts.pipelined || !(client instanceof pg.Client)) return;
    const { stream } = client.connection;
    this.gathering = true;
    stream.cork();
    process.nextTick(() => {
      this.gathering = false;
      stream.uncork();
    });
  }

  private async finish(command: "COMMIT" | "ROLLBACK"): Promise<void> {
    await this.tail;
    this.ended = true;
    const client = await this.client;
    if (!client) return;
    let broken: Error | undefined;
    try {
      this.parts.onStatement?.(command);
      const ended = await client.query(command);
      if (command === "COMMIT" && ended.command === "ROLLBACK") throw new TransactionAbortedError(this.failure);
    } catch (error) {
      if (!(error instanceof TransactionAbortedError))
        broken = error instanceof Error ? error : new Error(String(error));
      throw error;
    } finally {
      client.release(broken);
    }
  }

  private openPrisma(): { models: Promise<Models>; end(error?: unknown): Promise<void> } {
    const opened = deferred<Models>();
    const finished = deferred<undefined>();
    const hold = async (client: Models) => {
      opened.resolve(client);
      await finished.promise;
    };
    const whole = joining(this, () => this.parts.prisma.$transaction(hold, prismaLimits));
    whole.catch((error: unknown) => opened.reject(error));
    return {
      models: opened.promise,
      end: async (error?: unknown) => {
        if (error === undefined) finished.resolve(undefined);
        else finished.reject(error);
        await whole;
      },
    };
  }
}

interface TransactionDbParts {
  readonly writer: StatementWriter;
  readonly hooks: Hooks;
}

class TransactionDb implements Db {
  readonly models: Models;

  constructor(
    private readonly inner: LazyTransaction,
    private readonly parts: TransactionDbParts,
  ) {
    this.models = LazyModels.over(() => inner.models());
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

  async savepoint<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    const hooks = new Hooks();
    await this.execute("savepoint part");
    let result: Result;
    try {
      result = await work(new TransactionDb(this.inner, { ...this.parts, hooks }));
      await this.execute("release savepoint part");
    } catch (error) {
      this.parts.hooks.drop(hooks);
      await this.execute("rollback to savepoint part");
      throw error;
    }
    this.parts.hooks.join(hooks);
    return result;
  }

  afterCommit(tell: () => void): void {
    this.parts.hooks.onCommit(tell);
  }

  afterRollback(undo: () => Promise<void>): void {
    this.parts.hooks.onRollback(undo);
  }
}
