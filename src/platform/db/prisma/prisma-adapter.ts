import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQueryable,
  Transaction,
} from "@prisma/driver-adapter-utils";
import type pg from "pg";
import type { Runner, Statement } from "../statements/runner.js";
import { storedParsers, storedTypes, type StatementNames } from "../statements/statements.js";

/**
 * Passes a runner to the code that Prisma calls within some work. While any work has a runner, Node.js tracks every
 * promise of the process, each of which then takes more than twice as long. So tracking is turned off when the last work
 * has ended.
 */
class RunnerContext {
  private readonly storage = new AsyncLocalStorage<Runner>();
  private open = 0;

  get runner(): Runner | undefined {
    return this.storage.getStore();
  }

  async within<Result>(runner: Runner, work: () => Promise<Result>): Promise<Result> {
    this.open += 1;
    try {
      return await this.storage.run(runner, work);
    } finally {
      this.open -= 1;
      if (this.open === 0) this.storage.disable();
    }
  }
}

/** The transaction that Prisma joins instead of starting its own. */
const joined = new RunnerContext();

/** The runner of Prisma's statements outside of transactions, in place of the adapter's own runner. */
const directed = new RunnerContext();

/** Sends Prisma's statements outside of transactions to the runner while `work` runs. */
export const directing = <Result>(runner: Runner, work: () => Promise<Result>): Promise<Result> =>
  directed.within(runner, work);

/** Makes transactions that Prisma starts within `work` join the transaction of the runner. */
export const joining = <Result>(runner: Runner, work: () => Promise<Result>): Promise<Result> =>
  joined.within(runner, work);

export interface PrismaAdapterOptions {
  readonly pool: pg.Pool;
  readonly runner: Runner;
  /** Absent if statements must not be named, because the embedded engine has one session for all connections. */
  readonly names?: StatementNames | undefined;
}

/** Prisma's adapter for PostgreSQL. It sends statements through our runners, and reads values as `Db.query` does. */
export class PrismaAdapterFactory implements SqlDriverAdapterFactory {
  readonly provider = "postgres";
  readonly adapterName = "@prisma/adapter-pg";

  constructor(private readonly options: PrismaAdapterOptions) {}

  async connect(): Promise<SqlDriverAdapter> {
    const { pool, runner, names } = this.options;
    const statementNameGenerator = ({ sql }: { sql: string }) => names?.of(sql) ?? "";
    const adapter = await new PrismaPg(pool, names ? { statementNameGenerator } : {}).connect();
    const ownTransaction = adapter.startTransaction.bind(adapter);
    const routed = through(adapter, clientOf({ run: (statement) => (directed.runner ?? runner).run(statement) }));
    return Object.assign(routed, {
      startTransaction: (...isolation: Parameters<SqlDriverAdapter["startTransaction"]>): Promise<Transaction> => {
        const outer = joined.runner;
        return outer ? Promise.resolve(partOf(through(adapter, clientOf(outer)))) : ownTransaction(...isolation);
      },
    });
  }
}

/** The part of a `pg` client that the adapter uses. */
interface QueryClient {
  query(statement: Statement): Promise<pg.QueryResult<object>>;
}

/** Returns the adapter on another connection, with its conversion of values unchanged. */
export function through(adapter: SqlDriverAdapter, client: QueryClient): SqlDriverAdapter {
  return Object.create(adapter, { client: { value: client } }) as SqlDriverAdapter;
}

function clientOf(runner: Runner): QueryClient {
  return { query: (statement) => runner.run({ ...statement, types: asStored(statement.types) }) };
}

/** Returns the adapter's parsers, with our own for types that the models declare as text or number. */
function asStored(adapters: Statement["types"] = storedTypes): pg.CustomTypesConfig {
  return {
    getTypeParser: (type, format) => storedParsers.get(type) ?? (adapters.getTypeParser(type, format) as unknown),
  };
}

/** Returns a transaction for Prisma that begins and ends elsewhere. */
function partOf(connection: SqlQueryable): Transaction {
  const command = async (sql: string) => void (await connection.executeRaw({ sql, args: [], argTypes: [] }));
  return {
    provider: connection.provider,
    adapterName: connection.adapterName,
    options: { usePhantomQuery: true },
    queryRaw: (query) => connection.queryRaw(query),
    executeRaw: (query) => connection.executeRaw(query),
    commit: () => Promise.resolve(),
    rollback: () => Promise.resolve(),
    createSavepoint: (name) => command(`SAVEPOINT ${name}`),
    rollbackToSavepoint: (name) => command(`ROLLBACK TO SAVEPOINT ${name}`),
    releaseSavepoint: (name) => command(`RELEASE SAVEPOINT ${name}`),
  };
}
