import { randomUUID } from "node:crypto";
import type { Db } from "../database.js";
import { compatibilityMarkOf, isCompatible } from "./compatibility.js";
import { readMigrations, type Migration } from "./migration-files.js";

type MigrationState = "applied" | "pending" | "failed" | "changed" | "unknown";

/** The state of a migration in a database. */
export interface MigrationStatus {
  readonly name: string;
  /**
   * `failed`: another tool began it and did not finish. `changed`: the file is not the one that was applied.
   * `unknown`: applied, but by a release that has more migrations than this one.
   */
  readonly state: MigrationState;
  /** UTC, `YYYY-MM-DD hh:mm:ss`; null if it is not applied. */
  readonly appliedAt: string | null;
  /** Whether an unknown migration says that this release works with it. */
  readonly isCompatible?: true;
}

/** Thrown if a database cannot be migrated to the schema of this release. */
export class MigrationError extends Error {
  override readonly name = "MigrationError";
}

interface AppliedRow {
  readonly migration_name: string;
  readonly checksum: string;
  readonly finished_at: string | null;
  readonly logs: string | null;
}

/** The table of Prisma's own migration tool, so that `prisma migrate deploy` and this code work together. */
const createTable = `
  create table if not exists _prisma_migrations (
    id varchar(36) primary key not null,
    checksum varchar(64) not null,
    finished_at timestamptz,
    migration_name varchar(255) not null,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz not null default now(),
    applied_steps_count integer not null default 0
  )`;

/** Prisma's own advisory lock, held until the transaction ends. */
const lock = "select pg_advisory_xact_lock(72707369)";

/** Returns the state of every migration, those of this release first. */
export async function readMigrationStatus(db: Db, migrations = readMigrations()): Promise<MigrationStatus[]> {
  const applied = await readApplied(db);
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied.values()].filter((row) => !known.has(row.migration_name));
  return [
    ...migrations.map((migration) => statusOf(migration, applied.get(migration.name))),
    ...unknown.map((row): MigrationStatus => ({
      name: row.migration_name,
      state: "unknown",
      appliedAt: row.finished_at,
      ...(row.finished_at !== null && isCompatible(row.logs) ? { isCompatible: true } : {}),
    })),
  ];
}

/** Makes other processes that migrate or seed this database wait until the transaction ends. */
export async function lockSchema(transaction: Db): Promise<void> {
  await transaction.query(lock);
}

/**
 * Applies pending migrations and returns their names. Run it in a transaction that holds `lockSchema`: a failed migration
 * leaves nothing behind. Throws `MigrationError` for a database that this release cannot migrate.
 */
export async function migrate(
  transaction: Db,
  onProgress: (message: string) => void = () => undefined,
  migrations = readMigrations(),
): Promise<string[]> {
  const status = await readMigrationStatus(transaction, migrations);
  for (const { name, state } of status) refuse(name, state);
  const pending = migrations.filter((_, position) => status[position]?.state === "pending");
  if (pending.length > 0) await transaction.execute(createTable);
  for (const migration of pending) {
    onProgress(`Applying migration ${migration.name}.`);
    await apply(transaction, migration);
  }
  return pending.map(({ name }) => name);
}

async function apply(transaction: Db, migration: Migration): Promise<void> {
  const { name, sql, checksum } = migration;
  try {
    // Without parameters, the whole script is sent as one simple query.
    await transaction.execute(sql);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`Migration ${name} failed, and nothing was changed: ${reason}`, { cause: error });
  }
  await transaction.execute(
    "insert into _prisma_migrations (id, checksum, migration_name, logs, started_at, finished_at, applied_steps_count) " +
      "values ($1, $2, $3, $4, clock_timestamp(), clock_timestamp(), 1)",
    [randomUUID(), checksum, name, compatibilityMarkOf(migration)],
  );
}

function refuse(name: string, state: MigrationState): void {
  if (state === "unknown") {
    throw new MigrationError(
      `The database has migration ${name}, which this release does not know: it comes from a newer release.`,
    );
  }
  if (state === "changed")
    throw new MigrationError(`Migration ${name} is not the one that was applied to this database.`);
  if (state === "failed") {
    throw new MigrationError(
      `Migration ${name} was started by another tool and failed; see \`prisma migrate resolve\`.`,
    );
  }
}

async function readApplied(db: Db): Promise<Map<string, AppliedRow>> {
  const found = await db.one<{ exists: boolean }>("select to_regclass('_prisma_migrations') is not null as exists");
  if (!found?.exists) return new Map();
  const rows = await db.query<AppliedRow>(
    "select migration_name, checksum, logs, to_char(finished_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as finished_at " +
      "from _prisma_migrations where rolled_back_at is null order by started_at, migration_name",
  );
  return new Map(rows.map((row) => [row.migration_name, row]));
}

function statusOf({ name, checksum }: Migration, row: AppliedRow | undefined): MigrationStatus {
  if (!row) return { name, state: "pending", appliedAt: null };
  if (row.finished_at === null) return { name, state: "failed", appliedAt: null };
  return { name, state: row.checksum === checksum ? "applied" : "changed", appliedAt: row.finished_at };
}
