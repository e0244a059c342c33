import { randomBytes } from "node:crypto";
import pg from "pg";
import { readConfig } from "../../src/config.js";
import type { Database } from "../../src/platform/db/database.js";
import { openDatabase, type DatabaseConfig, type OpenOptions } from "../../src/platform/db/open.js";
import { prepareDatabase } from "../../src/platform/db/migrations/prepare.js";
import { type Installed, readInstalled, restore } from "./restore-database.js";
import { templateKey } from "./template.js";

/** Returns the URL of the server, which `start-standby.ts` sets after this module was loaded. */
const serverUrl = () => process.env["TEST_DATABASE_URL"] ?? "postgresql://postgres@127.0.0.1:5432/postgres";
/** Returns the URL of a standby of the server, from which the applications read if it is set. */
const standbyUrl = () => process.env["TEST_DATABASE_READ_URL"];
const howToStart = "docker run --rm -p 5432:5432 -e POSTGRES_HOST_AUTH_METHOD=trust postgres:17";
/** A pooler in front of the server, through which the tests go if it is set, for example PgBouncer in transaction mode. */
const poolerUrl = process.env["TEST_DATABASE_POOLER_URL"];
const templateLock = 7_270_836;

let reachable: Promise<string | undefined> | undefined;

/** Returns the URL of the test server, or undefined if none is running and CI is not set. Prints how to start it. */
export function postgresUrl(): Promise<string | undefined> {
  reachable ??= probe();
  return reachable;
}

export interface ScratchOptions extends OpenOptions {
  /** False for an empty database. */
  readonly prepared?: boolean;
  readonly connections?: number;
}

/**
 * A PostgreSQL database for one test or test file, dropped at the end: `await using scratch = await
 * scratchDatabase()`.
 */
export interface ScratchDatabase extends AsyncDisposable {
  readonly database: Database;
  /** The address without a pooler. */
  readonly url: string;
  readonly config: DatabaseConfig;
  /** The settings for processes to reach it. */
  readonly settings: NodeJS.ProcessEnv;
}

/** Names of databases that were used and brought back to the state after their installation. */
const restored: string[] = [];

/** Contents of the first database of this worker before its first use. */
let installed: Promise<Installed | undefined> | undefined;

/**
 * Returns a migrated and seeded database. Creating one from a template and dropping it takes a tenth of a second at
 * best; on ext4 it takes up to a second if many files were deleted within the last minutes, which the kernel then
 * skips one by one for every new file. So databases are restored and used again, under a new name.
 */
export async function scratchDatabase(options: ScratchOptions = {}): Promise<ScratchDatabase> {
  if ((await postgresUrl()) === undefined) throw new Error(`PostgreSQL is not running. Start it: ${howToStart}`);
  const name = newName();
  await withServer(async (server) => {
    if (options.prepared === false) await server.query(`create database ${name} template template0`);
    else await provide(server, name);
  });
  const url = urlOf(name);
  const config = configOf(url, options.connections);
  const database = await openDatabase(config, options);
  return {
    database,
    url,
    config,
    settings: settingsOf(url),
    [Symbol.asyncDispose]: async () => {
      await database.close();
      // Connections of a pooler stay, so that the database cannot be renamed.
      const isUsedAgain = options.prepared !== false && poolerUrl === undefined && (await isRestored(name));
      if (!isUsedAgain) await withServer((server) => drop(server, name));
      else restored.push(name);
    },
  };
}

/** Drops the databases of this run, and those that a run of an earlier day left because it was killed. */
export async function dropScratchDatabases(): Promise<void> {
  if ((await postgresUrl()) === undefined) return;
  await withServer(async (server) => {
    const { rows } = await server.query<{ datname: string }>(
      `select datname from pg_database where datname like 'portico\\_test\\_%' and
         (starts_with(datname, $1) or ${isOld})`,
      [namesOfRun()],
    );
    for (const { datname } of rows) await drop(server, datname);
  });
}

/** SQL of whether a database is a day old; null for one that another run has just dropped. */
const isOld = "(pg_stat_file('base/' || oid || '/PG_VERSION', true)).modification < now() - interval '1 day'";

/** The beginning of the names of this run's databases. Other runs may use the same server. */
function namesOfRun(): string {
  const run = process.env["PORTICO_TEST_RUN"];
  if (run === undefined) throw new Error("test/support/drop-databases.ts must run before the tests.");
  return `portico_test_${run}_`;
}

const newName = () => namesOfRun() + randomBytes(4).toString("hex");

const drop = (server: pg.Client, name: string) => server.query(`drop database if exists ${name} with (force)`);

/** Renames a restored database, or creates one. A new name avoids clashes of values derived from names and URLs. */
async function provide(server: pg.Client, name: string): Promise<void> {
  const free = restored.pop();
  if (free !== undefined) {
    await server.query(`alter database ${free} rename to ${name}`);
    return;
  }
  await server.query(`create database ${name} template ${await ensureTemplate(server)}`);
  // No test survives a crash of PostgreSQL, so commits need not wait for the disk. They wait for a standby, to be read from it.
  if (standbyUrl() === undefined) await server.query(`alter database ${name} set synchronous_commit = off`);
  installed ??= withClient(urlOf(name), readInstalled).catch(() => undefined);
  await installed;
}

/** Restores a database. Returns false if that is impossible; then it must be dropped. */
async function isRestored(name: string): Promise<boolean> {
  const content = await installed;
  if (!content) return false;
  return withClient(urlOf(name), (client) => restore(client, content)).catch(() => false);
}

async function probe(): Promise<string | undefined> {
  try {
    await withServer((server) => server.query("select 1"));
    return serverUrl();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `PostgreSQL does not answer at ${serverUrl()} (${reason}). Start it: ${howToStart}`;
    if (process.env["CI"]) throw new Error(message, { cause: error });
    console.warn(`Tests on PostgreSQL are skipped: ${message}`);
    return undefined;
  }
}

/**
 * Creates the template if it is missing, in the first process that needs it, and drops templates that are a day old.
 */
async function ensureTemplate(server: pg.Client): Promise<string> {
  const template = `portico_template_${templateKey()}`;
  await server.query("select pg_advisory_lock($1)", [templateLock]);
  const { rows } = await server.query<{ datname: string; is_old: boolean }>(
    `select datname, ${isOld} as is_old
     from pg_database where datname like 'portico\\_template\\_%'`,
  );
  if (rows.some(({ datname }) => datname === template)) return template;
  const old = rows.filter(({ datname, is_old }) => is_old || datname.endsWith("_new"));
  for (const { datname } of old) await server.query(`drop database if exists ${datname}`).catch(() => undefined);
  const unfinished = `${template}_new`;
  await server.query(`create database ${unfinished} template template0`);
  const database = await openDatabase(configOf(urlOf(unfinished)));
  await prepareDatabase(database);
  await database.close();
  await server.query(`alter database ${unfinished} rename to ${template}`);
  return template;
}

const withServer = <Result>(work: (server: pg.Client) => Promise<Result>) => withClient(serverUrl(), work);

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

function configOf(url: string, connections = 10): DatabaseConfig {
  return { ...readConfig(settingsOf(url)), PORTICO_DATABASE_POOL: connections };
}

function settingsOf(url: string): NodeJS.ProcessEnv {
  const standby = standbyUrl();
  if (standby !== undefined) {
    const reading = new URL(standby);
    reading.pathname = new URL(url).pathname;
    return { DATABASE_URL: url, DATABASE_READ_URL: reading.href };
  }
  if (poolerUrl === undefined) return { DATABASE_URL: url };
  const pooled = new URL(poolerUrl);
  pooled.pathname = new URL(url).pathname;
  return { DATABASE_URL: pooled.href, DATABASE_DIRECT_URL: url };
}

function urlOf(database: string): string {
  const url = new URL(serverUrl());
  url.pathname = `/${database}`;
  return url.href;
}
