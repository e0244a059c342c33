import { AsyncLocalStorage } from "node:async_hooks";
import { PrismaPg } from "@prisma/adapter-pg";
import type {
  SqlDriverAdapter,
  SqlDriverAdapterFactory,
  SqlQueryable,
  Transaction,
} from "@prisma/driver-adapter-utils";
import type pg from "pg";
import type { Runner, Statement } from "./runner.js";
import { storedParsers, storedTypes, type StatementNames } from "./statements.js";

/**
 * Passes a runner to what Prisma calls within some work. As long as any work has one, Node.js follows every promise of the
 * process, each of which then takes more than twice as long. So it stops when the last such work has ended.
 */
class Passed {
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

/** The transaction that Prisma is to take part in when it starts one of its own. */
const joined = new Passed();

/** Where Prisma's statements outside of transactions go, instead of to the runner that it was made with. */
const directed = new Passed();

/** Makes the statements that Prisma sends within `work` outside of transactions go to the runner. */
export const directing = <Result>(runner: Runner, work: () => Promise<Result>): Promise<Result> =>
  directed.within(runner, work);

/** Makes whatever transaction Prisma starts within `work` a part of the one that the runner is in. */
export const joining = <Result>(runner: Runner, work: () => Promise<Result>): Promise<Result> =>
  joined.within(runner, work);

export interface PrismaAdapterOptions {
  readonly pool: pg.Pool;
  readonly runner: Runner;
  /** Absent where statements must not be named: the embedded engine has one session for all connections. */
  readonly names?: StatementNames | undefined;
}

/** Prisma's adapter for PostgreSQL. It sends its statements where ours go, and reads values as `Db.query` does. */
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

/** Gives the adapter, converting values as ever, over another connection. */
export function through(adapter: SqlDriverAdapter, client: QueryClient): SqlDriverAdapter {
  return Object.create(adapter, { client: { value: client } }) as SqlDriverAdapter;
}

function clientOf(runner: Runner): QueryClient {
  return { query: (statement) => runner.run({ ...statement, types: asStored(statement.types) }) };
}

/** Returns the adapter's parsers with ours for those types that the client's models declare as text or number. */
function asStored(adapters: Statement["types"] = storedTypes): pg.CustomTypesConfig {
  return {
    getTypeParser: (type, format) => storedParsers.get(type) ?? (adapters.getTypeParser(type, format) as unknown),
  };
}

/** A transaction for Prisma that is begun and ended elsewhere. */
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
