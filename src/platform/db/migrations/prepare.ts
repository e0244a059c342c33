import type { Database } from "../database.js";
import { lockSchema, migrate, readMigrationStatus } from "./migrate.js";
import { isSeeded, readSeeds, seed } from "./seed.js";

export interface PrepareOptions {
  /** Called with a sentence about each step; not called if there is nothing to do. */
  readonly onProgress?: (message: string) => void;
}

/**
 * Brings the database to the schema and the initial data of this release, all or nothing. Does only three small reads if
 * it is up to date. Any number of processes may call it at the same time. Throws `MigrationError`.
 */
export async function prepareDatabase(
  db: Database,
  { onProgress = () => undefined }: PrepareOptions = {},
): Promise<void> {
  const seeds = readSeeds();
  const status = await readMigrationStatus(db);
  if (status.every(({ state }) => state === "applied") && (await isSeeded(db, seeds))) return;
  await db.unlimited.transaction(async (transaction) => {
    await lockSchema(transaction);
    await migrate(transaction, onProgress);
    if (await isSeeded(transaction, seeds)) return;
    onProgress("Writing the initial data.");
    await seed(transaction, seeds);
  });
}
