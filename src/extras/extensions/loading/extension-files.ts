import { readdirSync, readFileSync } from "node:fs";
import { checksumOf, type Migration } from "../../../platform/db/migrations/migration-files.js";
import { broken, reasonOf } from "../extension-error.js";
import type { Extension } from "../extension.types.js";

/** Reads the migrations of an extension, in the order of their names. Throws `ExtensionError` if the folder is not readable. */
export function readMigrations(extension: Extension): readonly Migration[] {
  const folder = extension.migrations;
  if (!folder) return [];
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".sql"))
      .sort()
      .map((name) => {
        const sql = readFileSync(new URL(name, folder.href.replace(/\/?$/, "/")), "utf8");
        return { name, sql, checksum: checksumOf(sql) };
      });
  } catch (error) {
    throw broken(extension, `its migrations cannot be read: ${reasonOf(error)}`, error);
  }
}

/** The prefix of the tables of an extension. */
export const tablePrefix = ({ name }: Pick<Extension, "name">): string => `x_${name.replaceAll("-", "_")}_`;
