import type { Command } from "commander";
import { type Config, readConfig } from "../config.js";
import type { Database } from "../db/database.js";
import { type MigrationStatus, migrationStatus } from "../db/migrate.js";
import { openDatabase } from "../db/open.js";
import { prepareDatabase } from "../db/prepare.js";
import { asJson, type JsonOption } from "./options.js";
import { Output, table } from "./output.js";

/** Opens the database of the settings, through the running server where one has it open, and closes it afterwards. */
export async function withDatabase<Result>(work: (db: Database, config: Config) => Promise<Result>): Promise<Result> {
  const config = readConfig();
  const db = await openDatabase(config, { serve: false });
  try {
    return await work(db, config);
  } finally {
    await db.close();
  }
}

export function addDatabaseCommands(program: Command): void {
  program
    .command("db:migrate")
    .summary("bring the database up to date")
    .description(
      "Creates the tables of a new database with what a fresh installation has, and applies the migrations that an older\n" +
        "one lacks. `serve` does the same when it starts; nothing happens where there is nothing to do.",
    )
    .addOption(asJson())
    .action(async ({ json }: JsonOption) => runMigrations(new Output(json)));
  program
    .command("db:status")
    .summary("tell how the database stands")
    .description(
      "Lists the migrations and tells which are applied. Changes nothing. Fails where the database is not ready.",
    )
    .addOption(asJson())
    .action(async ({ json }: JsonOption) => showStatus(new Output(json)));
}

async function runMigrations(output: Output): Promise<void> {
  await withDatabase(async (db) => {
    const before = await migrationStatus(db);
    await prepareDatabase(db, { onProgress: output.say });
    const applied = before.filter(({ state }) => state === "pending").map(({ name }) => name);
    const said =
      applied.length > 0 ? `${applied.length} migrations were applied.` : "The database is up to date already.";
    output.result({ database: db.kind, applied }, [said]);
  });
}

async function showStatus(output: Output): Promise<void> {
  await withDatabase(async (db, config) => {
    const migrations = await migrationStatus(db);
    const isReady = migrations.every(({ state }) => state === "applied");
    const place = config.DATABASE_URL === undefined ? `embedded, in ${config.PORTICO_DATA_DIR}` : "PostgreSQL";
    output.result({ database: db.kind, ready: isReady, migrations }, [
      `Database: ${place}`,
      ...table(migrations.map(rowOf)),
      isReady ? "Ready." : "Not ready: run `bin/portico db:migrate`.",
    ]);
    if (!isReady) process.exitCode = 1;
  });
}

const rowOf = ({ name, state, appliedAt }: MigrationStatus) => [name, state, appliedAt ?? ""];
