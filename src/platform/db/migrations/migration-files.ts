import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A migration in `prisma/migrations`. */
export interface Migration {
  /** Name of its folder. Migrations are applied in the order of their names. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file, as Prisma stores it. */
  readonly checksum: string;
}

/** The folder of the models, migrations and seeds, which has the same relative path from `src` and from `dist`. */
export const prismaFolder = fileURLToPath(new URL("../../../../prisma/", import.meta.url));

/** Returns the checksum of a migration, as Prisma stores it. */
export const checksumOf = (sql: string): string => createHash("sha256").update(sql).digest("hex");

/** Reads the migrations, in order. */
export function readMigrations(folder = `${prismaFolder}migrations/`): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const sql = readFileSync(`${folder}${name}/migration.sql`, "utf8");
      return { name, sql, checksum: checksumOf(sql) };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
