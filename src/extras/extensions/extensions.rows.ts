import type { Db } from "../../platform/db/database.js";

/** Returns the names of the tables, views and sequences of the database. */
// SQL: models cannot read the catalog of PostgreSQL.
export const readRelations = async (db: Db): Promise<ReadonlySet<string>> =>
  new Set(
    (
      await db.query<{ name: string }>(
        `select c.relname as name from pg_class c where c.relnamespace = current_schema()::regnamespace
         and c.relkind in ('r', 'v', 'm', 'p')`,
      )
    ).map(({ name }) => name),
  );

/** Returns the migrations of an extension that were applied, with their checksums. */
export async function readApplied(db: Db, extension: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db.models.extensionMigration.findMany({ where: { extension } });
  return new Map(rows.map(({ name, checksum }) => [name, checksum]));
}

/** Runs a migration. */
// SQL: models cannot run a script.
export const runMigration = (db: Db, sql: string) => db.execute(sql);

/** Records a migration as applied. */
export async function recordMigration(db: Db, row: { extension: string; name: string; checksum: string }) {
  await db.models.extensionMigration.create({ data: row });
}

/** An extension with its version. */
export interface LoadedVersion {
  readonly name: string;
  readonly version: string;
}

/** Returns the extensions that the last process loaded that started. */
export const readVersions = (db: Db): Promise<LoadedVersion[]> =>
  db.models.extensionVersion.findMany({ select: { name: true, version: true }, orderBy: { name: "asc" } });

/** Whether the last process that started had extensions. */
// SQL: measured by `start`, which asks this each time: the first use of a model takes a third of a second.
export const hasVersions = async (db: Db): Promise<boolean> =>
  (await db.one("select 1 from extension_version limit 1")) !== undefined;

/** Stores the extensions that this process has loaded. */
export async function saveVersions(db: Db, versions: readonly LoadedVersion[]): Promise<void> {
  await db.models.extensionVersion.deleteMany({});
  await db.models.extensionVersion.createMany({ data: [...versions] });
}

/** A field that an extension added to a record. It stays when the extension is removed. */
export interface StoredField {
  readonly extension: string;
  readonly record: string;
  readonly name: string;
  readonly type: string;
}

/** Returns the fields that extensions have added, also those that are no longer loaded. */
export const readFields = (db: Db): Promise<StoredField[]> =>
  db.models.extensionField.findMany({ omit: { added_at: true }, orderBy: [{ record: "asc" }, { name: "asc" }] });

/** Stores new fields. Another process may have stored them meanwhile. */
export async function saveFields(db: Db, fields: readonly StoredField[]): Promise<void> {
  if (fields.length > 0) await db.models.extensionField.createMany({ data: [...fields], skipDuplicates: true });
}

/** Returns the names of extensions that have data here. */
export async function readOwners(db: Db): Promise<string[]> {
  const migrations = await db.models.extensionMigration.findMany({ distinct: ["extension"] });
  const owners = [...migrations, ...(await readFields(db))].map(({ extension }) => extension);
  return [...new Set(owners)].sort();
}
