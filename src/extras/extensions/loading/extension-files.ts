import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { broken, reasonOf } from "../extension-error.js";
import type { Extension } from "../extension.types.js";

/** A migration of an extension. */
export interface ExtensionFile {
  readonly name: string;
  readonly sql: string;
  /** SHA-256. */
  readonly checksum: string;
}

/** Reads the migrations of an extension, in the order of their names. Throws `ExtensionError` if the folder is not readable. */
export function readMigrations(extension: Extension): readonly ExtensionFile[] {
  const folder = extension.migrations;
  if (!folder) return [];
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".sql"))
      .sort()
      .map((name) => {
        const sql = readFileSync(new URL(name, folder.href.replace(/\/?$/, "/")), "utf8");
        return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
      });
  } catch (error) {
    throw broken(extension, `its migrations cannot be read: ${reasonOf(error)}`, error);
  }
}

/** The prefix of the tables of an extension. */
export const tablePrefix = ({ name }: Pick<Extension, "name">): string => `x_${name.replaceAll("-", "_")}_`;
