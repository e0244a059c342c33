import type pg from "pg";
import type { Connections } from "../connections/connections.js";
import type { Models } from "../database.js";
import { deferred } from "../../process/promises.js";
import { type Keep, LateTexts } from "../statements/late-texts.js";
import { joining } from "../prisma/prisma-adapter.js";
import type { PrismaOnDemand } from "../prisma/prisma-on-demand.js";
import {
  isConnectionUsable,
  type Runner,
  type Sending,
  sendTogether,
  type Statement,
  TransactionAbortedError,
} from "../statements/runner.js";
import { isAborted, isReadOnly } from "../sql-errors.js";
import type { StatementWriter } from "../statements/statement-writer.js";

/** The parts of the database that a transaction uses. */
export interface TransactionDependencies extends Sending {
  readonly connections: Connections;
  readonly prisma: PrismaOnDemand;
  readonly writer: StatementWriter;
  /** Whether connections accept statements before earlier ones are answered. */
  readonly pipelined: boolean;
  /** The statement that begins a transaction, which may set limits. */
  readonly begin: string;
}

/** Prisma's own limits, in milliseconds: practically none, because we run the transaction. */
const prismaLimits = { maxWait: 2 ** 31 - 1, timeout: 2 ** 31 - 1 };

/** A transaction on one connection, which is taken from the pool with the first statement. */
export class LazyTransaction implements Runner {
  private client: Promise<pg.PoolClient> | undefined;
  private connected: pg.PoolClient | undefined;
  private tail: Promise<unknown> = Promise.resolve();
  private begun = false;
  private ended = false;
  /** The error of the last statement that failed by itself. */
  private failure: unknown;
  /** Statements that wait for the connection. Later ones must not overtake them. */
  private unsent = 0;
  /** Statements that are sent together with the next one. */
  private late: Statement[] = [];
  /** The first error of statements whose answers nobody awaits. */
  private lateFailure: Error | undefined;
  private readonly lateTexts: LateTexts;
  private prismaPart: { readonly models: Promise<Models>; end(error?: unknown): Promise<void> } | undefined;

  constructor(private readonly dependencies: TransactionDependencies) {
    this.lateTexts = new LateTexts(dependencies.writer);
  }

  /**
   * Sends a statement after those sent before. They reach the database in this order. On a pipelined connection they do
   * not wait for one another's answers, and statements of the same moment share a packet. A statement that the database
   * ignores, because an earlier one has failed, rejects with the error of that one.
   */
  run(statement: Statement): Promise<pg.QueryResult<object>> {
    if (this.ended) return Promise.reject(hasEnded());
    const filled = this.lateTexts.fill(statement);
    if (this.late.length > 0) void this.sendLate();
    const earlier = this.tail;
    return this.track(filled).catch(async (error: unknown) => {
      if (!isAborted(error)) throw error;
      await earlier;
      throw this.failure ?? error;
    });
  }

  /** Holds a statement back until the next one, or until the end of the transaction, and sends both in one packet. */
  runLate(statement: Statement): void {
    if (this.ended) throw hasEnded();
    this.late.push(this.lateTexts.fill(statement));
  }

  /**
   * Holds back a statement that draws a text, and returns the placeholder of the text for the values of later statements.
   */
  drawLate(textOf: (keep: Keep) => string, values: readonly unknown[]): string {
    const { placeholder, statement } = this.lateTexts.draw(textOf, values);
    this.runLate(statement);
    return placeholder;
  }

  /** Sends the statements that are held back. Rejects with the error of the first one that fails; need not be awaited. */
  sendLate(): Promise<unknown> {
    const answered = Promise.all(this.late.splice(0).map((statement) => this.track(statement)));
    answered.catch((error: unknown) => {
      if (!isAborted(error)) this.lateFailure ??= asError(error);
    });
    return answered;
  }

  /** Drops the statements that are held back and their error, because their savepoint is rolled back. */
  dropLate(): void {
    this.late = [];
    this.lateFailure = undefined;
  }

  /** Opens Prisma's part of the transaction when a model is used for the first time. */
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

  /** Rolls back. Never throws, because the caller should get the original error. */
  async rollback(reason: unknown): Promise<void> {
    this.late = [];
    await this.prismaPart?.end(reason).catch(() => undefined);
    await this.tail;
    await this.finish("ROLLBACK").catch(() => undefined);
  }

  private track(statement: Statement): Promise<pg.QueryResult<object>> {
    const result = this.sendWhenConnected(statement);
    const settled = result.catch((error: unknown) => {
      if (!isAborted(error)) this.failure = error;
    });
    this.tail = this.tail.then(() => settled);
    return result;
  }

  private sendWhenConnected(statement: Statement): Promise<pg.QueryResult<object>> {
    const { pipelined } = this.dependencies;
    if (this.connected && this.unsent === 0 && pipelined) return this.send(this.connected, statement);
    const client = (this.client ??= this.connect());
    const ready = pipelined ? client : this.tail.then(() => client);
    this.unsent += 1;
    return ready.then((connected) => {
      this.unsent -= 1;
      return this.send(connected, statement);
    });
  }

  private async connect(): Promise<pg.PoolClient> {
    return (this.connected = await this.dependencies.connections.connect());
  }

  private send(client: pg.PoolClient, statement: Statement): Promise<pg.QueryResult<object>> {
    const { onStatement, pipelined, begin, send } = this.dependencies;
    if (pipelined) sendTogether(client);
    if (!this.begun) {
      this.begun = true;
      // Not awaited: the statement follows directly, and fails too if this one fails.
      onStatement?.("BEGIN");
      send(client, { text: begin }).catch((error: unknown) => (this.failure ??= error));
    }
    onStatement?.(statement.text);
    return send(client, statement);
  }

  /**
   * Ends the transaction. COMMIT need not wait for answers either: after a failed statement the database rolls back
   * instead, and reports it.
   */
  private async finish(command: "COMMIT" | "ROLLBACK"): Promise<void> {
    const { onStatement, pipelined } = this.dependencies;
    void this.sendLate();
    if (!pipelined) await this.tail;
    this.ended = true;
    // Awaited even if it is already connected, so that statements that waited for the connection go first.
    const client = await this.client;
    if (!client) return;
    let failure: unknown;
    try {
      if (pipelined) sendTogether(client);
      onStatement?.(command);
      const ended = await this.dependencies.send(client, { text: command });
      await this.tail;
      if (command === "COMMIT" && ended.command === "ROLLBACK") {
        throw this.lateFailure ?? new TransactionAbortedError(this.failure);
      }
    } catch (error) {
      failure = error;
      // The database reports a failed commit before it releases the locks. It answers the next statement after that.
      if (isConnectionUsable(error)) await client.query("select 1").catch(() => undefined);
      throw error;
    } finally {
      const isBroken = (failure !== undefined && !isConnectionUsable(failure)) || isReadOnly(this.failure);
      this.dependencies.connections.release(client, isBroken);
    }
  }

  private openPrisma(): { models: Promise<Models>; end(error?: unknown): Promise<void> } {
    const opened = deferred<Models>();
    const finished = deferred<undefined>();
    const keepOpen = async (client: Models) => {
      opened.resolve(client);
      await finished.promise;
    };
    const whole = joining(this, () =>
      this.dependencies.prisma.use((client) => client.$transaction(keepOpen, prismaLimits)),
    );
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

const hasEnded = () => new Error("The transaction has ended; nothing more can run in it.");

const asError = (reason: unknown) => (reason instanceof Error ? reason : new Error(String(reason)));
