import pg from "pg";
import { findPrimary } from "../../../platform/db/connections/database-hosts.js";
import { tryConsumerLock } from "./consumers.sql.js";

/** The lock of the only consumer of an installation. */
export interface SingleConsumerLock {
  /** Rejects when the lock is lost because its connection was closed. */
  readonly lost: Promise<never>;
  release(): Promise<void>;
}

/** Maximum milliseconds to find the database. */
const timeout = 5000;

/**
 * Acquires the single-consumer lock of the database. Returns undefined if another process has it. It is a session lock,
 * so PostgreSQL releases it when the process ends for any reason.
 */
export async function lockAsOnlyConsumer(databaseUrl: string): Promise<SingleConsumerLock | undefined> {
  const client = new pg.Client({
    connectionString: await findPrimary(databaseUrl, timeout),
    keepAlive: true,
    application_name: "portico consumer",
  });
  const lost = new Promise<never>((_, reject) => {
    client.on("error", (error) => reject(error));
    client.on("end", () => reject(new Error("The connection holding the single-consumer lock was closed.")));
  });
  lost.catch(() => undefined);
  await client.connect();
  if (await tryConsumerLock(client)) return { lost, release: () => client.end() };
  await client.end();
  return undefined;
}
