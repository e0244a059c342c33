import type { Database } from "../../src/platform/db/database.js";
import type { OpenOptions } from "../../src/platform/db/open.js";
import { embeddedDatabase } from "./embedded.js";
import { postgresUrl, scratchDatabase } from "./postgres.js";

/** A newly installed database on the engine of the test project. */
export interface TestDatabase extends AsyncDisposable {
  readonly database: Database;
  /** The settings for other processes to reach it; empty for the embedded one. */
  readonly settings: NodeJS.ProcessEnv;
}

/** Whether the project needs PostgreSQL and none is running. Its tests are then reported as skipped. */
export const isSkipped = async (): Promise<boolean> =>
  process.env["PORTICO_TEST_ENGINE"] === "postgresql" && (await postgresUrl()) === undefined;

/** Opens a newly installed database for exclusive use. */
export async function openTestDatabase(options: OpenOptions = {}): Promise<TestDatabase> {
  if (process.env["PORTICO_TEST_ENGINE"] !== "postgresql" || (await isSkipped())) {
    return { ...(await disposable(embeddedDatabase(options))), settings: {} };
  }
  const scratch = await scratchDatabase(options);
  return { ...(await disposable(Promise.resolve(scratch))), settings: scratch.settings };
}

/** Returns a copy with the disposal bound to the original, which spreading would lose. */
async function disposable(opening: Promise<{ readonly database: Database } & AsyncDisposable>) {
  const opened = await opening;
  return { database: opened.database, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() };
}
