import { createHash } from "node:crypto";
import { readMigrations } from "../../src/db/migration-files.js";
import { readSeeds } from "../../src/db/seed.js";

/** Tells the schema and initial data of this working tree from those of another. */
export function templateKey(): string {
  const hash = createHash("sha256").update(readSeeds().version);
  for (const { name, checksum } of readMigrations()) hash.update(`${name} ${checksum}\n`);
  return hash.digest("hex").slice(0, 12);
}
