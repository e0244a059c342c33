import { relative } from "node:path";
import type { Command } from "commander";
import { type Config, readConfig } from "../../config.js";
import type { Database } from "../../platform/db/database.js";
import { type MigrationStatus, readMigrationStatus } from "../../platform/db/migrations/migrate.js";
import { type LockHolder, waitSentence } from "../../platform/db/migrations/lock-holders.js";
import { hasEmbeddedDatabase } from "../../platform/db/embedded/engine.js";
import { openDatabase } from "../../platform/db/open.js";
import { prepareExtensions } from "../../extras/extensions/loading/prepare-extensions.js";
import { prepareDatabase } from "../../platform/db/migrations/prepare.js";
import { jsonOption, examples, type JsonOption } from "../options.js";
import { pluralize, Output, table } from "../output.js";

/** Opens the configured database, runs the work and closes it. Uses the running server if that has the database open. */
async function withOpenDatabase<Result>(
  config: Config,
  work: (db: Database, config: Config) => Promise<Result>,
): Promise<Result> {
  const db = await openDatabase(config, { serve: false });
  try {
    return await work(db, config);
  } finally {
    await db.close();
  }
}

/** Like `withOpenDatabase`. Throws and creates nothing if there is no embedded database. */
async function withDatabase<Result>(work: (db: Database, config: Config) => Promise<Result>): Promise<Result> {
  const config = readConfig();
  const { DATABASE_URL: url, PORTICO_DATA_DIR: folder } = config;
  if (url !== undefined || hasEmbeddedDatabase(folder)) return withOpenDatabase(config, work);
  const place = relative(process.cwd(), folder);
  const shown = place.startsWith("..") || place === "" ? folder : `./${place}`;
  throw new Error(`There is no database in ${shown}. Start the server here, set PORTICO_DATA_DIR or DATABASE_URL.`);
}

/** Like `withDatabase`, but migrates the database first, as a server does when it starts. Throws if it is empty. */
export function withPreparedDatabase<Result>(
  output: Output,
  work: (db: Database, config: Config) => Promise<Result>,
): Promise<Result> {
  return withDatabase(async (db, config) => {
    const migrations = await readMigrationStatus(db);
    if (migrations.every(({ state }) => state === "pending"))
      throw new Error("The database is empty. Start the server, or run `bin/portico db:migrate`.");
    await prepareDatabase(db, prepareOptions(output, config));
    return work(db, config);
  });
}

/** Options of a migration that reports on the terminal. */
const prepareOptions = (output: Output, config: Config, whileRunning = config.PORTICO_MIGRATE_WHILE_RUNNING) => ({
  onProgress: output.say,
  onWait: (holder: LockHolder) => output.say(waitSentence(holder)),
  whileRunning: whileRunning || config.PORTICO_MIGRATE_WHILE_RUNNING,
});

interface MigrateOptions extends JsonOption {
  readonly whileRunning: boolean;
}

/** The configured database. */
export interface ConfiguredDatabase {
  readonly db: Database;
  readonly config: Config;
}

/**
 * Like `withDatabase`, for a backup, which can also have an older schema. Throws if the database is empty, or has another
 * schema than an earlier one.
 */
export function withBackedUpDatabase<Result>(work: (db: Database) => Promise<Result>): Promise<Result> {
  return withDatabase(async (db) => {
    const states = (await readMigrationStatus(db)).map(({ state }) => state);
    if (!states.includes("applied")) throw new Error("The database is empty: there is nothing to back up.");
    if (states.some((state) => state !== "applied" && state !== "pending")) {
      throw new Error("The database has the schema of another release: use the `db:backup` of that release.");
    }
    return work(db);
  });
}

/** Like `withDatabase`, for commands that only read or clean up. Throws if the database is not up to date. */
export function withReadyDatabase<Result>(work: (db: Database, config: Config) => Promise<Result>): Promise<Result> {
  return withDatabase(async (db, config) => {
    if (!isReady(await readMigrationStatus(db)))
      throw new Error("The database is not up to date: run `bin/portico db:migrate`.");
    return work(db, config);
  });
}

const isReady = (migrations: readonly MigrationStatus[]) => migrations.every(({ state }) => state === "applied");

export function addDatabaseCommands(program: Command): void {
  program
    .command("db:migrate")
    .summary("bring the database up to date")
    .description(
      "Creates the tables and initial data of a new database, or applies the missing migrations to an existing one. " +
        "`serve` does the same when it starts. Does nothing if the database is up to date. Fails while processes run on an " +
        "older schema.",
    )
    .option("--while-running", "migrate although processes run; only if the changelog allows it", false)
    .addOption(jsonOption())
    .addHelpText(
      "after",
      examples("bin/portico db:migrate", "DATABASE_URL=postgresql://postgres@127.0.0.1/portico bin/portico db:migrate"),
    )
    .action(async ({ json, whileRunning }: MigrateOptions) => runMigrations(new Output(json), whileRunning));
  program
    .command("db:status")
    .summary("show the state of the database")
    .description(
      "Lists the migrations and whether they are applied. Changes nothing. Fails if the database is not ready.",
    )
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico db:status"))
    .action(async ({ json }: JsonOption) => showStatus(new Output(json)));
}

async function runMigrations(output: Output, whileRunning: boolean): Promise<void> {
  await withOpenDatabase(readConfig(), async (db, config) => {
    const before = await readMigrationStatus(db);
    await prepareDatabase(db, prepareOptions(output, config, whileRunning));
    await prepareExtensions(db, config);
    const applied = before.filter(({ state }) => state === "pending").map(({ name }) => name);
    const message =
      applied.length > 0
        ? `Applied ${pluralize(applied.length, "migration")}.`
        : "The database was already up to date.";
    output.result({ database: db.kind, applied }, [message]);
  });
}

async function showStatus(output: Output): Promise<void> {
  await withDatabase(async (db, config) => {
    const migrations = await readMigrationStatus(db);
    const ready = isReady(migrations);
    const place = config.DATABASE_URL === undefined ? `embedded, in ${config.PORTICO_DATA_DIR}` : "PostgreSQL";
    output.result({ database: db.kind, ready, migrations }, [
      `Database: ${place}`,
      ...table(migrations.map(rowOf)),
      ready ? "Ready." : "Not ready: run `bin/portico db:migrate`.",
    ]);
    if (!ready) process.exitCode = 1;
  });
}

const rowOf = ({ name, state, appliedAt }: MigrationStatus) => [name, state, appliedAt ?? ""];
