import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import type { Config } from "../config.js";
import type { Database, Db, Models } from "./database.js";
import { openEmbedded, type EmbeddedAccess } from "./embedded.js";
import { PrismaClient } from "./generated/client.js";
import { PrismaAdapterFactory } from "./prisma-adapter.js";
import { PoolRunner, type OnStatement } from "./runner.js";
import { isOvertaken } from "./sql-errors.js";
import { StatementWriter } from "./statement-writer.js";
import { StatementNames } from "./statements.js";
import type { TransactionDependencies } from "./lazy-transaction.js";
import { inTransaction } from "./transaction.js";

/** The settings that say where the database is. */
export type DatabaseConfig = Pick<Config, "DATABASE_URL" | "PORTICO_DATABASE_POOL" | "PORTICO_DATA_DIR">;

export interface OpenOptions {
  /**
   * False for short commands: where a running server has the embedded database open, they use it through that server.
   * By default this process must be the one that has it open. PostgreSQL does not care.
   */
  readonly serve?: boolean;
  /** Hears the text of every statement that is sent. */
  readonly onStatement?: OnStatement;
  /** Hears of connections that were lost while nobody used them; they are replaced. */
  readonly onConnectionError?: (error: Error) => void;
}

/**
 * Opens PostgreSQL where `DATABASE_URL` is set, the embedded database otherwise. Nothing is created in PostgreSQL; see
 * `prepareDatabase`. Throws where PostgreSQL does not answer, `DatabaseHeldError` where another process has the embedded
 * database open.
 */
export async function openDatabase(config: DatabaseConfig, options: OpenOptions = {}): Promise<Database> {
  if (config.DATABASE_URL !== undefined) return openPostgres(config.DATABASE_URL, config, options);
  const access = await openEmbedded(config.PORTICO_DATA_DIR, { exclusive: options.serve ?? true });
  return openThrough(access, options, config.PORTICO_DATABASE_POOL);
}

/** Opens an embedded database that is reached by `access`; closing the one closes the other. */
export function openThrough(access: EmbeddedAccess, options: OpenOptions = {}, connections = 10): Database {
  const pool = new pg.Pool({ stream: () => access.stream(), user: "postgres", max: connections, ssl: false });
  return new OpenDatabase("embedded", pool, { options, afterwards: () => access.close() });
}

async function openPostgres(url: string, config: DatabaseConfig, options: OpenOptions): Promise<Database> {
  // Statements of a transaction need not wait for one another's answers.
  const pool = new pg.Pool({ connectionString: inUtc(url), max: config.PORTICO_DATABASE_POOL, pipeline: true });
  const database = new OpenDatabase("postgresql", pool, { options, names: new StatementNames() });
  try {
    (await pool.connect()).release();
  } catch (error) {
    await database.close();
    throw new Error(`PostgreSQL cannot be reached at DATABASE_URL: ${reasonOf(error)}`, { cause: error });
  }
  return database;
}

/** Where a name has several addresses and none answers, the error has no message of its own. */
const reasonOf = (error: unknown) =>
  error instanceof Error ? error.message || ("code" in error ? String(error.code) : error.name) : String(error);

/** Times with a zone must come in UTC: Prisma's adapter drops the offset. */
function inUtc(url: string): string {
  const parsed = new URL(url);
  const given = parsed.searchParams.get("options");
  parsed.searchParams.set("options", [given, "-c TimeZone=UTC"].filter(Boolean).join(" "));
  return parsed.href;
}

/** How often a transaction is begun that others get in the way of. */
const mostAttempts = 3;

/** The least pause before the second attempt: begun at once, it can be ahead of the one it lost to, and lose again. */
const pauseMilliseconds = 10;

interface Rest {
  readonly options: OpenOptions;
  readonly names?: StatementNames;
  afterwards?(): Promise<void>;
}

class OpenDatabase implements Database {
  readonly models: Models;
  readonly atCommit: Db["atCommit"] = { execute: (text, values) => this.execute(text, values) };
  private readonly parts: TransactionDependencies & { readonly writer: StatementWriter };
  private readonly runner: PoolRunner;
  private closing: Promise<void> | undefined;

  constructor(
    readonly kind: Database["kind"],
    private readonly pool: pg.Pool,
    private readonly rest: Rest,
  ) {
    const { onStatement, onConnectionError } = rest.options;
    // Without listeners the process would end: the pool's is for idle connections, the client's for those in use.
    pool.on("error", (error) => onConnectionError?.(error));
    pool.on("connect", (client) => client.on("error", () => undefined));
    this.runner = new PoolRunner(pool, onStatement);
    const adapter = new PrismaAdapterFactory({ pool, runner: this.runner, names: rest.names });
    const prisma = new PrismaClient({ adapter });
    this.models = prisma;
    this.parts = {
      pool,
      prisma,
      writer: new StatementWriter(rest.names),
      onStatement,
      pipelined: kind === "postgresql",
    };
  }

  async query<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row[]> {
    const { rows } = await this.runner.run(this.parts.writer.write(text, values));
    return rows as Row[];
  }

  async one<Row extends object>(text: string, values?: readonly unknown[]): Promise<Row | undefined> {
    const [row] = await this.query<Row>(text, values);
    return row;
  }

  async execute(text: string, values?: readonly unknown[]): Promise<number> {
    const { rowCount } = await this.runner.run(this.parts.writer.write(text, values));
    return rowCount ?? 0;
  }

  async transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await inTransaction(this.parts, work);
      } catch (error) {
        if (attempt === mostAttempts || !isOvertaken(error)) throw error;
        await pause(pauseMilliseconds * attempt * (1 + Math.random()));
      }
    }
  }

  savepoint<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    return this.transaction(work);
  }

  afterCommit(tell: () => void): void {
    tell();
  }

  afterRollback(): void {
    // What is written outside a transaction is kept at once.
  }

  async ping(): Promise<void> {
    await this.query("select 1");
  }

  close(): Promise<void> {
    this.closing ??= this.end();
    return this.closing;
  }

  private async end(): Promise<void> {
    await this.parts.prisma.$disconnect();
    await this.pool.end();
    await this.rest.afterwards?.();
  }
}
