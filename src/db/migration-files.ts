import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** A step of the schema, as it is in `prisma/migrations`. */
export interface Migration {
  /** The folder's name; their order is the order of the steps. */
  readonly name: string;
  readonly sql: string;
  /** SHA-256 of the file, as Prisma keeps it. */
  readonly checksum: string;
}

/** Where the models, migrations and seeds are, from the sources and from `dist` alike. */
export const prismaFolder = fileURLToPath(new URL("../../prisma/", import.meta.url));

/** Reads the migrations, in order. */
export function readMigrations(folder = `${prismaFolder}migrations/`): Migration[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => {
      const sql = readFileSync(`${folder}${name}/migration.sql`, "utf8");
      return { name, sql, checksum: createHash("sha256").update(sql).digest("hex") };
    })
    .sort((one, other) => (one.name < other.name ? -1 : 1));
}
