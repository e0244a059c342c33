import type { Database } from "./database.js";
import { lockSchema, migrate, migrationStatus } from "./migrate.js";
import { isSeeded, readSeeds, seed } from "./seed.js";

export interface PrepareOptions {
  /** Hears in a sentence what is being done; nothing where there is nothing to do. */
  readonly onProgress?: (message: string) => void;
}

/**
 * Brings the database to the schema and the initial data of this release, all or nothing; costs three small reads where
 * it is there already. Any number of processes may call it at once. Throws `MigrationError`.
 */
export async function prepareDatabase(
  db: Database,
  { onProgress = () => undefined }: PrepareOptions = {},
): Promise<void> {
  const seeds = readSeeds();
  const status = await migrationStatus(db);
  if (status.every(({ state }) => state === "applied") && (await isSeeded(db, seeds))) return;
  await db.unlimited.transaction(async (transaction) => {
    await lockSchema(transaction);
    await migrate(transaction, onProgress);
    if (await isSeeded(transaction, seeds)) return;
    onProgress("Writing the initial data.");
    await seed(transaction, seeds);
  });
}
