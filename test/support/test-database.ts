import type { Database } from "../../src/db/database.js";
import type { OpenOptions } from "../../src/db/open.js";
import { embeddedDatabase } from "./embedded.js";
import { postgresUrl, scratchDatabase } from "./postgres.js";

/** A newly installed database, on the engine that the tests' project is about. */
export interface TestDatabase extends AsyncDisposable {
  readonly database: Database;
  /** The settings under which other processes reach it too; none for the embedded one. */
  readonly settings: NodeJS.ProcessEnv;
}

/** Whether the project is about PostgreSQL and there is none: then its tests are skipped, and said to be. */
export const isSkipped = async (): Promise<boolean> =>
  process.env["PORTICO_TEST_ENGINE"] === "postgresql" && (await postgresUrl()) === undefined;

/** Opens a newly installed database that nothing else uses. */
export async function openTestDatabase(options: OpenOptions = {}): Promise<TestDatabase> {
  if (process.env["PORTICO_TEST_ENGINE"] !== "postgresql" || (await isSkipped())) {
    return { ...(await disposable(embeddedDatabase(options))), settings: {} };
  }
  const scratch = await scratchDatabase(options);
  return { ...(await disposable(Promise.resolve(scratch))), settings: { DATABASE_URL: scratch.url } };
}

/** A copy with the disposal bound to the original, which spreading would not keep. */
async function disposable(opening: Promise<{ readonly database: Database } & AsyncDisposable>) {
  const opened = await opening;
  return { database: opened.database, [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() };
}
