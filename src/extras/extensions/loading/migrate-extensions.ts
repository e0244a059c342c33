import type { Logger } from "pino";
import type { Db } from "../../../platform/db/database.js";
import { lockSchema } from "../../../platform/db/migrations/migrate.js";
import type { Migration } from "../../../platform/db/migrations/migration-files.js";
import { broken, reasonOf } from "../extension-error.js";
import { readMigrations, tablePrefix } from "./extension-files.js";
import type { Extension } from "../extension.types.js";
import { fieldsOf } from "../parts/fields.js";
import {
  readApplied,
  readFields,
  readRelations,
  readVersions,
  recordMigration,
  runMigration,
  saveFields,
  saveVersions,
  type StoredField,
} from "../extensions.rows.js";

/**
 * Applies the migrations of the extensions, all or nothing, and stores which extensions this process has. Logs a warning if
 * the process that started last has others. Throws `ExtensionError` for a migration that fails, differs from the applied
 * one, or creates a table without the prefix of the extension.
 */
export async function migrateExtensions(db: Db, extensions: readonly Extension[], log?: Logger): Promise<void> {
  const versions = extensions.map(({ name, version }) => ({ name, version }));
  const before = await readVersions(db);
  const pending = await Promise.all(extensions.map((extension) => readPending(db, extension)));
  const isSame = listOf(before) === listOf(versions);
  const newFields = await findNewFields(db, extensions);
  if (isSame && newFields.length === 0 && pending.every(({ length }) => length === 0)) return;
  if (!isSame && before.length > 0) {
    log?.warn({ before: listOf(before), now: listOf(versions) }, "the extensions differ from the last started process");
  }
  await db.transaction(async (tx) => {
    await lockSchema(tx);
    for (const extension of extensions) await applyPending(tx, extension);
    await saveVersions(tx, versions);
    await saveFields(tx, newFields);
  });
}

/**
 * Returns the fields of the extensions that the database does not know. Throws `ExtensionError` for one that another extension
 * added, or that had another type.
 */
async function findNewFields(db: Db, extensions: readonly Extension[]): Promise<readonly StoredField[]> {
  const declared = extensions.flatMap((extension) => fieldsOf(extension).map((field) => ({ extension, field })));
  if (declared.length === 0) return [];
  const stored = await readFields(db);
  return declared.flatMap(({ extension, field: { record, name, type } }) => {
    const known = stored.find((other) => other.record === record && other.name === name);
    if (known && known.extension !== extension.name)
      throw broken(extension, `the field ${name} of ${record}s belongs to ${known.extension}. Choose another name.`);
    if (known && known.type !== type)
      throw broken(extension, `the field ${name} of ${record}s has the type ${known.type}. Add a new field instead.`);
    return known ? [] : [{ extension: extension.name, record, name, type }];
  });
}

const listOf = (versions: readonly { readonly name: string; readonly version: string }[]): string =>
  versions
    .map(({ name, version }) => `${name} ${version}`)
    .sort()
    .join(", ");

async function readPending(db: Db, extension: Extension): Promise<readonly Migration[]> {
  const files = readMigrations(extension);
  if (files.length === 0) return [];
  const applied = await readApplied(db, extension.name);
  for (const { name, checksum } of files) {
    const known = applied.get(name);
    if (known !== undefined && known !== checksum)
      throw broken(extension, `the migration ${name} is not the one that was applied. Add a new file instead.`);
  }
  const unknown = [...applied.keys()].find((name) => !files.some((file) => file.name === name));
  if (unknown !== undefined)
    throw broken(extension, `the database has its migration ${unknown}, which comes from a newer version.`);
  return files.filter(({ name }) => !applied.has(name));
}

async function applyPending(tx: Db, extension: Extension): Promise<void> {
  // Read again under the lock, because another process may have applied them meanwhile.
  for (const { name, sql, checksum } of await readPending(tx, extension)) {
    const before = await readRelations(tx);
    try {
      await runMigration(tx, sql);
    } catch (error) {
      throw broken(extension, `the migration ${name} failed, and nothing was changed: ${reasonOf(error)}`, error);
    }
    const prefix = tablePrefix(extension);
    for (const relation of await readRelations(tx)) {
      if (before.has(relation) || relation.startsWith(prefix)) continue;
      throw broken(
        extension,
        `the migration ${name} creates ${relation}. Names of its tables must begin with ${prefix}`,
      );
    }
    await recordMigration(tx, { extension: extension.name, name, checksum });
  }
}
