import pg from "pg";
import type { Config } from "../../config.js";
import { connectionShares, type ConnectionShares } from "./connections/connection-shares.js";
import type { Database } from "./database.js";
import type { OnWatch } from "./embedded/holder.js";
import type { OnRetry } from "./transactions/database-access.js";
import { openEmbedded, type EmbeddedAccess } from "./embedded/embedded.js";
import { DatabaseHosts, type OnSplit, reasonOf, urlsOfDatabaseHosts } from "./connections/database-hosts.js";
import { markOption, requireOptions, requirePooler, poolerErrorOf } from "./connections/pooler.js";
import { type OnStandby } from "./standbys/standby.js";
import { WritablePool } from "./connections/writable-pool.js";
import { OpenDatabase, type StandbyServer } from "./open-database.js";
import type { OnStatement } from "./statements/runner.js";
import { StatementNames } from "./statements/statements.js";
import {
  asOptions,
  beginWithLimits,
  limitsOfBackground,
  limitsOfCalls,
  maxInactivity,
  type SessionLimits,
  type TimeLimitConfig,
} from "./connections/time-limits.js";

/** The settings of the database. */
export type DatabaseConfig = TimeLimitConfig &
  ShareConfig &
  Pick<Config, "DATABASE_URL" | "PORTICO_DATA_DIR"> &
  Partial<Pick<Config, "DATABASE_DIRECT_URL" | "DATABASE_READ_URL">> &
  Partial<Pick<Config, "PORTICO_EMBEDDED_DURABILITY" | "PORTICO_EMBEDDED_WATCHDOG_SECONDS">>;

/** The settings that divide connections. */
type ShareConfig = Pick<
  Config,
  | "PORTICO_DATABASE_POOL"
  | "PORTICO_DATABASE_SHARE"
  | "PORTICO_DATABASE_WAIT_SECONDS"
  | "PORTICO_CONSUMER"
  | "PORTICO_CONSUMER_CONCURRENCY"
>;

export interface OpenOptions {
  /**
   * False for short commands: if a running server has the embedded database open, they use it through that server. By
   * default, this process must be the one that has it open. Without effect on PostgreSQL.
   */
  readonly serve?: boolean;
  /** Called with the text of every statement that is sent. */
  readonly onStatement?: OnStatement;
  /** Called with the error of an idle connection that was lost. The connection is replaced. */
  readonly onConnectionError?: (error: Error) => void;
  readonly onRetry?: OnRetry;
  readonly onSplit?: OnSplit;
  /** Called when a standby is used for reads from now on, or not any longer. */
  readonly onStandby?: OnStandby;
  /** Called with errors of the maintenance of the embedded database, which goes on. */
  readonly onMaintenanceError?: (error: unknown) => void;
  /** Called before an embedded database is taken over from a process that may be dead, which takes up to ten seconds. */
  readonly onWatch?: OnWatch;
  /** Whether to kill the process when the embedded database does not answer. For servers, which are started again. */
  readonly isWatched?: boolean;
}

/**
 * Opens PostgreSQL if `DATABASE_URL` is set, and the embedded database otherwise. Creates nothing in PostgreSQL; see
 * `prepareDatabase`. Throws if PostgreSQL does not answer, and `DatabaseHeldError` if another process has the embedded
 * database open.
 */
export async function openDatabase(config: DatabaseConfig, options: OpenOptions = {}): Promise<Database> {
  if (config.DATABASE_URL !== undefined) return openPostgres(config.DATABASE_URL, config, options);
  const { PORTICO_DATA_DIR: folder, PORTICO_EMBEDDED_DURABILITY: durability = "full" } = config;
  const { serve = true, isWatched = false, onMaintenanceError = () => undefined, onWatch } = options;
  const watchdogSeconds = isWatched ? (config.PORTICO_EMBEDDED_WATCHDOG_SECONDS ?? 0) : 0;
  const embedded = { durability, onMaintenanceError, watchdogSeconds, onWatch };
  const access = await openEmbedded(folder, { exclusive: serve, ...embedded }).catch((error: unknown) => {
    throw withPlace(error, folder);
  });
  return openThrough(access, options, config);
}

/** Codes of files that the user of the process cannot create or write. */
const refusals = new Set(["EACCES", "EPERM", "EROFS", "ENOTDIR"]);

/** Returns an error that says what to do if the folder of the database cannot be written; other errors unchanged. */
function withPlace(error: unknown, folder: string): unknown {
  if (!(error instanceof Error && "code" in error && refusals.has(String(error.code)))) return error;
  const advice = "Set PORTICO_DATA_DIR to a folder that the user of this process can write to, or set DATABASE_URL";
  return new Error(`The database in ${folder} cannot be opened or created (${String(error.code)}). ${advice}.`, {
    cause: error,
  });
}

/** Opens an embedded database through `access`, and closes `access` with it. It has no time limits. */
export function openThrough(
  access: EmbeddedAccess,
  options: OpenOptions = {},
  config: ShareConfig = embeddedShares,
): Database {
  const max = config.PORTICO_DATABASE_POOL;
  const pool = new pg.Pool({ stream: () => access.stream(), user: "postgres", max, ssl: false });
  const { shares } = divideConnections(config);
  return new OpenDatabase({
    ...options,
    kind: "embedded",
    pools: { calls: pool, background: pool },
    shares,
    inactivity: {},
    afterwards: () => access.close(),
  });
}

const embeddedShares: ShareConfig = {
  PORTICO_DATABASE_POOL: 10,
  PORTICO_DATABASE_SHARE: 40,
  PORTICO_DATABASE_WAIT_SECONDS: 10,
  PORTICO_CONSUMER: true,
  PORTICO_CONSUMER_CONCURRENCY: 2,
};

async function openPostgres(url: string, config: DatabaseConfig, options: OpenOptions): Promise<Database> {
  const { shares } = divideConnections(config);
  const { DATABASE_DIRECT_URL: directUrl } = config;
  const isPooled = directUrl !== undefined;
  const limits = { calls: limitsOfCalls(config), background: limitsOfBackground(config) };
  const timeout = config.PORTICO_DATABASE_CONNECT_SECONDS * 1000;
  const hosts = new DatabaseHosts(url, { timeout, onSplit: options.onSplit });
  const servers = connectTo(hosts, config, limits);
  const inactivity = { calls: maxInactivity(limits.calls), background: maxInactivity(limits.background) };
  const rules = isPooled
    ? { begin: { calls: beginWithLimits(limits.calls), background: beginWithLimits(limits.background) } }
    : { names: new StatementNames() };
  const database = new OpenDatabase({ ...options, kind: "postgresql", ...servers, shares, inactivity, ...rules });
  try {
    await withConnection(servers.pools.background, (client) =>
      isPooled ? requirePooler(client, { directUrl, withOptions, timeout }) : requireOptions(client),
    );
  } catch (error) {
    await database.close();
    throw (
      poolerErrorOf(error) ??
      new Error(`PostgreSQL cannot be reached at DATABASE_URL: ${reasonOf(error)}`, { cause: error })
    );
  }
  database.lookForStandbys();
  return database;
}

/** Makes the pools of the primary and of the standbys. */
function connectTo(
  hosts: DatabaseHosts,
  config: DatabaseConfig,
  limits: Readonly<Record<"calls" | "background", SessionLimits>>,
) {
  const isPooled = config.DATABASE_DIRECT_URL !== undefined;
  const { background } = divideConnections(config);
  // Sessions of a pooler have no options of ours: it uses them for other clients, too.
  const completeUrl = (session: SessionLimits) => (host: string) =>
    isPooled ? host : withOptions(host, asOptions(session));
  const pooling = {
    // Statements of a transaction need not wait for one another's answers.
    pipeline: true,
    connectionTimeoutMillis: config.PORTICO_DATABASE_CONNECT_SECONDS * 1000,
    keepAlive: true,
    keepAliveInitialDelayMillis: config.PORTICO_DATABASE_KEEP_ALIVE_SECONDS * 1000,
  };
  const pool = (max: number, session: SessionLimits) =>
    new WritablePool(hosts, { completeUrl: completeUrl(session), max, ...pooling });
  const max = Math.max(config.PORTICO_DATABASE_POOL - background, 1);
  const standbys = urlsOfStandbys(config).map((url): StandbyServer => {
    const connectionString = completeUrl(limits.calls)(url);
    const begin = isPooled ? beginWithLimits(limits.calls, beginReading) : beginReading;
    return { host: new URL(url).host, pool: new pg.Pool({ connectionString, max, ...pooling }), begin };
  });
  return { pools: { calls: pool(max, limits.calls), background: pool(background, limits.background) }, standbys };
}

/** Begins a transaction on a standby, in which each statement sees what was replayed until then. */
const beginReading = "BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY";

const urlsOfStandbys = ({ DATABASE_READ_URL: url }: Pick<DatabaseConfig, "DATABASE_READ_URL">) =>
  url === undefined ? [] : urlsOfDatabaseHosts(url);

async function withConnection(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    await work(client);
  } finally {
    client.release();
  }
}

/** Connections for background work besides the consumer, such as maintenance and the relay. */
const besidesConsumer = 2;

/** Divides the connections of a process: at most half of them are for background work. */
function divideConnections(config: ShareConfig): { readonly background: number; readonly shares: ConnectionShares } {
  const { PORTICO_DATABASE_POOL: all, PORTICO_CONSUMER, PORTICO_CONSUMER_CONCURRENCY } = config;
  const wanted = (PORTICO_CONSUMER ? PORTICO_CONSUMER_CONCURRENCY : 0) + besidesConsumer;
  const background = Math.max(Math.min(wanted, Math.floor(all / 2)), 1);
  const connections = Math.max(all - background, 1);
  const ofCallers = Math.max(connections - 2, 1);
  const perCaller = Math.max(Math.ceil((ofCallers * config.PORTICO_DATABASE_SHARE) / 100), 1);
  const wait = config.PORTICO_DATABASE_WAIT_SECONDS * 1000;
  return { background, shares: connectionShares({ connections, perCaller, wait }) };
}

/**
 * Turns off the compilation of plans, which takes longer than almost any statement of an API: 40 ms for a statement of 3
 * ms whose cost was overestimated.
 */
const withoutCompiling = "-c jit=off";

/**
 * Adds our options to those of the URL, which take precedence. Only the time zone is always UTC, because Prisma's adapter
 * drops the offset of times.
 */
function withOptions(url: string, ours: string): string {
  const parsed = new URL(url);
  const given = parsed.searchParams.get("options");
  parsed.searchParams.set(
    "options",
    [withoutCompiling, markOption, ours, given, "-c TimeZone=UTC"].filter(Boolean).join(" "),
  );
  return parsed.href;
}
