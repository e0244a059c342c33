import type { Logger } from "pino";
import type { Config } from "../../../config.js";
import type { Database, Db } from "../database.js";
import { databaseRefusal } from "../sql-errors.js";
import { lockSchema, migrate, MigrationError, readMigrationStatus } from "./migrate.js";
import { countRunningProcesses, RunningProcess } from "./running-process.js";
import { reportLockHolders, type LockHolder } from "./lock-holders.js";
import { isSeeded, readSeeds, seed } from "./seed.js";

export interface PrepareOptions {
  /** Called with a sentence about each step; not called if there is nothing to do. */
  readonly onProgress?: (message: string) => void;
  /** Called while the migration waits for a lock, with the process that has it. */
  readonly onWait?: (holder: LockHolder) => void;
  /** Whether to migrate although other processes run on the database. */
  readonly whileRunning?: boolean;
}

/**
 * Brings the database to the schema and the initial data of this release, all or nothing. Does only a few small reads if
 * it is up to date. Any number of processes may call it at the same time. Throws `MigrationError`, also while processes run
 * that know only the present schema.
 */
export async function prepareDatabase(db: Database, options: PrepareOptions = {}): Promise<void> {
  try {
    await prepare(db, options);
  } catch (error) {
    throw refusalOf(error);
  }
}

async function prepare(
  db: Database,
  { onProgress = () => undefined, onWait = () => undefined, whileRunning = false }: PrepareOptions,
): Promise<void> {
  if (db.kind === "postgresql") await requireWritable(db);
  const seeds = readSeeds();
  const status = await readMigrationStatus(db);
  if (status.every(({ state }) => state === "applied") && (await isSeeded(db, seeds))) return;
  await db.unlimited.transaction(async (transaction) => {
    const stopReports = db.kind === "postgresql" ? await reportLockHolders(db, transaction, onWait) : () => undefined;
    try {
      await lockSchema(transaction);
      await refuseBesideProcesses(db, transaction, whileRunning);
      await migrate(transaction, onProgress);
      if (await isSeeded(transaction, seeds)) return;
      onProgress("Writing the initial data.");
      await seed(transaction, seeds);
    } finally {
      stopReports();
    }
  });
}

/** Throws `MigrationError` if there is something to migrate while other processes run on the database. */
async function refuseBesideProcesses(db: Database, transaction: Db, whileRunning: boolean): Promise<void> {
  if (db.kind !== "postgresql" || whileRunning) return;
  const status = await readMigrationStatus(transaction);
  const isUpgrade = status.some(({ state }) => state === "applied") && status.some(({ state }) => state === "pending");
  if (!isUpgrade) return;
  const running = await countRunningProcesses(transaction);
  if (running === 0) return;
  throw new MigrationError(
    `The database cannot be migrated while processes of Portico run on it (${running}). Stop them first, or set ` +
      "PORTICO_MIGRATE_WHILE_RUNNING=on if the changelog says that both releases can run at the same time.",
  );
}

/** Throws `MigrationError` for a database that accepts no writes, such as a standby. */
async function requireWritable(db: Database): Promise<void> {
  const row = await db.one<{ read_only: string }>("select current_setting('transaction_read_only') as read_only");
  if (row?.read_only === "on") throw new MigrationError(readOnly);
}

const readOnly =
  "The database of DATABASE_URL is read-only. Use the address of the primary server, and a user without default_transaction_read_only.";

/** Returns an error that says what is wrong with the database of `DATABASE_URL`; other errors unchanged. */
function refusalOf(error: unknown): unknown {
  const refusal = databaseRefusal(error);
  if (refusal === undefined) return error;
  if (refusal.code === "25006") return new MigrationError(readOnly, { cause: error });
  return new MigrationError(
    `The user of DATABASE_URL has no right that Portico needs: ${refusal.reason}. The user must own the database and its tables.`,
    { cause: error },
  );
}

/** Returns the options of the settings. Waits for locks are logged. */
export const migrationOptions = (
  config: Pick<Config, "PORTICO_MIGRATE_WHILE_RUNNING">,
  log: Logger,
): Pick<PrepareOptions, "onWait" | "whileRunning"> => ({
  whileRunning: config.PORTICO_MIGRATE_WHILE_RUNNING,
  onWait: (holder) => log.warn(holder, "the migration waits for a lock of another process"),
});

/** Announces this process to migrations until the database is closed. The embedded database has only one process. */
export async function announceProcess(
  db: Database,
  { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl }: Pick<Config, "DATABASE_URL" | "DATABASE_DIRECT_URL">,
  log: Logger,
): Promise<void> {
  if (url === undefined) return;
  const running = new RunningProcess(directUrl ?? url, log);
  db.beforeClose(() => running.stop());
  await running.start();
}
