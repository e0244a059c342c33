import type { Logger } from "pino";
import { warnOfFailure } from "../../process/outage-log.js";
import { Recurring } from "../../process/recurring.js";
import type { Db } from "../database.js";
import { readMigrationStatus } from "./migrate.js";
import { readMigrations } from "./migration-files.js";

/** Milliseconds between two looks besides those of health checks. */
const interval = 10_000;

/**
 * Compares the schema of the database with that of this process, which another release may have migrated meanwhile. A process
 * with another schema would write wrong data, so kernels refuse writes, unless the migrations say that it can go on.
 */
export class SchemaWatch extends Recurring {
  /** The migrations that this process was started with; an upgrade may replace the files. */
  private readonly migrations = readMigrations();
  private differing: string | undefined;

  constructor(private readonly watched: { readonly db: Db; readonly log: Logger }) {
    super(() => this.look(), {
      pause: interval,
      onError: (error) => warnOfFailure(watched.log, error, "failed to compare the schema, will retry"),
    });
  }

  /** The first migration that only one side has, or that differs; undefined if this release can work with the schema. */
  get difference(): string | undefined {
    return this.differing;
  }

  /** Looks whether the schemas are equal. */
  async look(): Promise<void> {
    const { db, log } = this.watched;
    const status = await readMigrationStatus(db, this.migrations);
    const found = status.find(({ state, isCompatible }) => state !== "applied" && isCompatible !== true)?.name;
    if (found === this.differing) return;
    this.differing = found;
    if (found === undefined) log.info("the database has the schema of this release again, accepting writes");
    else log.error({ migration: found }, "the database has the schema of another release, refusing writes");
  }
}
