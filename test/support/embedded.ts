import type { Database } from "../../src/platform/db/database.js";
import { privateAccess, type EmbeddedAccess } from "../../src/platform/db/embedded/embedded.js";
import type { EmbeddedDatabase } from "../../src/platform/db/embedded/engine.js";
import { openThrough, type OpenOptions } from "../../src/platform/db/open.js";
import { prepareDatabase } from "../../src/platform/db/migrations/prepare.js";
import { openEmptyEngine, openEngine } from "./embedded-engine.js";

/** An embedded database in memory: `await using embedded = await embeddedDatabase()`. */
export interface EmbeddedTestDatabase extends AsyncDisposable {
  readonly database: Database;
}

/** Opens a migrated and seeded embedded database in memory. */
export async function embeddedDatabase(options: OpenOptions = {}): Promise<EmbeddedTestDatabase> {
  const database = openThrough(privateAccess(await openEngine()), options);
  return { database, [Symbol.asyncDispose]: () => database.close() };
}

/** Opens an empty embedded database in memory. */
export async function emptyEmbedded(): Promise<EmbeddedAccess> {
  return privateAccess(await openEmptyEngine());
}

/** Migrates and seeds the database of an engine, which stays open. */
export async function prepareEngine(engine: EmbeddedDatabase): Promise<void> {
  const access = privateAccess(engine);
  const database = openThrough({ stream: () => access.stream(), close: () => Promise.resolve() });
  try {
    await prepareDatabase(database);
  } finally {
    await database.close();
  }
}
