import type { Database, Db } from "./database.js";
import { BackupError, type BackupHeader, type BackupPart, openBackup, writeBackupFile } from "./backup-file.js";
import { lockSchema, migrate } from "./migrations/migrate.js";
import { readMigrations } from "./migrations/migration-files.js";
import { seed } from "./migrations/seed.js";

/** Numbers of tables and rows in a backup, or written by a restore. */
export interface Backup {
  readonly tables: number;
  readonly rows: number;
}

/** Rows per statement. */
const rowsPerStatement = 500;

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Writes a consistent copy of all tables to a file. The embedded engine runs one transaction at a time, so calls wait
 * until the backup is written.
 */
export async function backUp(db: Database, path: string): Promise<Backup> {
  const count = { tables: 0, rows: 0 };
  await db.transaction((tx) => writeBackupFile(path, partsOf(tx, count)));
  return count;
}

async function* partsOf(tx: Db, count: { tables: number; rows: number }): AsyncGenerator<BackupPart, void> {
  const migrations = await tx.query<BackupHeader["migrations"][0]>(
    "select migration_name as name, checksum from _prisma_migrations where rolled_back_at is null order by migration_name",
  );
  yield { portico: "backup", format: 1, takenAt: new Date().toISOString(), migrations };
  for (const { table, columns } of await readTables(tx)) {
    yield { table, columns };
    count.tables += 1;
    await tx.execute(`declare backup cursor for select t::text as text from ${quote(table)} t`);
    for (let rows = await fetch(tx); rows.length > 0; rows = await fetch(tx)) {
      count.rows += rows.length;
      yield rows;
    }
    await tx.execute("close backup");
  }
  yield {
    sequences: await tx.query(
      `select sequencename as name, last_value as last from pg_sequences
       where schemaname = current_schema() and last_value is not null order by sequencename`,
    ),
  };
  yield { end: true, rows: count.rows };
}

const fetch = async (tx: Db) =>
  (await tx.query<{ text: string }>(`fetch ${rowsPerStatement} from backup`)).map(({ text }) => text);

interface Table {
  readonly table: string;
  readonly columns: string[];
}

const readTables = (db: Db) =>
  db.query<Table>(
    `select c.relname::text as table, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
     group by c.relname order by c.relname`,
  );

export interface RestoreOptions {
  /** Whether the content of the database may be replaced. */
  readonly force: boolean;
  readonly onProgress?: (line: string) => void;
}

/**
 * Restores a backup and migrates it to the schema of this release, all or nothing. Throws `BackupError` for a database
 * that is not empty, unless `force` is set, and for a backup that is damaged or from a newer release.
 */
export function restore(db: Database, path: string, options: RestoreOptions): Promise<Backup> {
  return db.transaction(async (tx) => {
    await lockSchema(tx);
    const { header, parts } = await openBackup(path);
    await clear(tx, options);
    await migrate(tx, options.onProgress, migrationsOf(header));
    const restored = await writeTables(tx, parts);
    await migrate(tx, options.onProgress);
    await seed(tx);
    return restored;
  });
}

async function clear(tx: Db, { force }: RestoreOptions): Promise<void> {
  if ((await readTables(tx)).length === 0) return;
  if (!force) {
    throw new BackupError(
      "The database is not empty. Restore into an empty one, or use --force to replace everything that it holds.",
    );
  }
  const { name } = (await tx.one<{ name: string }>("select current_schema()::text as name")) ?? { name: "public" };
  await tx.execute(`drop schema ${quote(name)} cascade`);
  await tx.execute(`create schema ${quote(name)}`);
}

/** Returns the migrations of the database that was backed up. Throws `BackupError` for an unknown one. */
function migrationsOf({ migrations }: BackupHeader) {
  const known = new Map(readMigrations().map((migration) => [migration.name, migration]));
  return migrations.map(({ name, checksum }) => {
    const migration = known.get(name);
    if (migration?.checksum === checksum) return migration;
    throw new BackupError(
      `The backup has migration ${name}, which this release does not know: it comes from another release.`,
    );
  });
}

async function writeTables(tx: Db, parts: AsyncIterable<BackupPart>): Promise<Backup> {
  const tables = new Map((await readTables(tx)).map(({ table, columns }) => [table, columns]));
  // Rows come table by table, regardless of references, and already have the values that triggers derive.
  await tx.execute("set local session_replication_role = replica");
  await tx.execute(`truncate ${[...tables.keys()].map(quote).join(", ")}`);
  const count = { tables: 0, rows: 0 };
  let insert = "";
  for await (const part of parts) {
    if (Array.isArray(part)) count.rows += await tx.execute(insert, [part]);
    else if ("table" in part) {
      insert = insertInto(part, tables.get(part.table));
      count.tables += 1;
    } else if ("sequences" in part) await setSequences(tx, part.sequences);
  }
  await tx.execute("set local session_replication_role = origin");
  return count;
}

function insertInto({ table, columns }: Table, present: readonly string[] | undefined): string {
  if (present?.join() !== columns.join())
    throw new BackupError(`The table ${table} of the backup has different columns.`);
  const names = columns.map(quote);
  // With `offset 0`, a row is parsed once instead of once for each column.
  return `insert into ${quote(table)} (${names.join(", ")}) overriding system value
    select ${names.map((name) => `(r.row).${name}`).join(", ")}
    from (select text::${quote(table)} as row from unnest($1::text[]) as text offset 0) r`;
}

async function setSequences(tx: Db, sequences: readonly { name: string; last: number }[]): Promise<void> {
  await tx.query(
    `select setval(format('%I.%I', current_schema(), name)::regclass, last)
     from unnest($1::text[], $2::int8[]) as s(name, last)`,
    [sequences.map(({ name }) => name), sequences.map(({ last }) => last)],
  );
}
