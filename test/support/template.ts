import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readMigrations } from "../../src/platform/db/migrations/migration-files.js";
import { readSeeds } from "../../src/platform/db/migrations/seed.js";

/** Returns a key for the schema and initial data of this working tree. */
export function templateKey(): string {
  const hash = createHash("sha256").update(readSeeds().version);
  for (const name of ["migrate", "seed"])
    hash.update(readFileSync(new URL(`../../src/platform/db/migrations/${name}.ts`, import.meta.url)));
  for (const { name, checksum } of readMigrations()) hash.update(`${name} ${checksum}\n`);
  return hash.digest("hex").slice(0, 12);
}
