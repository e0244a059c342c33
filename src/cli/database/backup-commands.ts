import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Command } from "commander";
import { readConfig } from "../../config.js";
import { BackupError, requireBackup } from "../../platform/db/backup-file.js";
import { backUp, restore } from "../../platform/db/backup.js";
import { openDatabase } from "../../platform/db/open.js";
import { withBackedUpDatabase } from "./database-commands.js";
import { jsonOption, examples, type JsonOption } from "../options.js";
import { pluralize, Output } from "../output.js";

interface RestoreOptions extends JsonOption {
  readonly force: boolean;
}

export function addBackupCommands(program: Command): void {
  program
    .command("db:backup")
    .summary("back up the embedded database")
    .description(
      "Writes a consistent snapshot of the embedded database to a file. A server can keep running; its calls wait until " +
        "the backup is written. The schema can be that of an older release. Images are files: copy PORTICO_MEDIA_DIR too. For PostgreSQL, use pg_dump.",
    )
    .argument("<file>", "file to create")
    .addOption(jsonOption())
    .addHelpText("after", examples("bin/portico db:backup portico-backup.gz"))
    .action(runBackup);
  program
    .command("db:restore")
    .summary("restore a backup")
    .description(
      "Restores a backup into an empty database and migrates it to the schema of this release, all or nothing. Stop the " +
        "server first. With DATABASE_URL, it moves an embedded database to PostgreSQL; that needs a superuser.",
    )
    .argument("<file>", "file that db:backup wrote")
    .option("--force", "replace all data in the database", false)
    .addOption(jsonOption())
    .addHelpText(
      "after",
      examples(
        "PORTICO_DATA_DIR=restored bin/portico db:restore portico-backup.gz",
        "DATABASE_URL=postgresql://postgres@127.0.0.1/portico bin/portico db:restore portico-backup.gz",
      ),
    )
    .action(runRestore);
}

async function runBackup(file: string, { json }: JsonOption): Promise<void> {
  const path = resolve(file);
  if (readConfig().DATABASE_URL !== undefined) {
    throw new BackupError(
      `The database is PostgreSQL. Use its own tool: pg_dump --format=custom --file=${file} "$DATABASE_URL"`,
    );
  }
  if (existsSync(path)) throw new BackupError(`${path} already exists.`);
  const backup = await withBackedUpDatabase((db) => backUp(db, path));
  new Output(json).result({ file: path, ...backup }, [
    `Wrote ${pluralize(backup.rows, "row")} of ${pluralize(backup.tables, "table")} to ${path}.`,
  ]);
}

async function runRestore(file: string, { json, force }: RestoreOptions): Promise<void> {
  const path = resolve(file);
  const output = new Output(json);
  if (!existsSync(path)) throw new BackupError(`The file ${path} does not exist.`);
  // Before a new database is created for it.
  await requireBackup(path);
  // Opens it like a server, because nobody else may have the embedded database open.
  const db = await openDatabase(readConfig());
  try {
    const restored = await restore(db, path, { force, onProgress: output.say });
    output.result({ file: path, database: db.kind, ...restored }, [
      `Restored ${pluralize(restored.rows, "row")} of ${pluralize(restored.tables, "table")}.`,
    ]);
  } finally {
    await db.close();
  }
}
