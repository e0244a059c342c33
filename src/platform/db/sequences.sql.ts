// SQL: reads the catalog of PostgreSQL, which models cannot describe.
import type { Logger } from "pino";
import type { Db } from "./database.js";
import { warnOfFailure } from "../process/outage-log.js";
import { Recurring } from "../process/recurring.js";

/** How much of a sequence is used. */
export interface SequenceUse {
  readonly name: string;
  /** From 0 to 1. */
  readonly used: number;
}

/** Share of a sequence from which on an operator should know. */
const warnFrom = 0.7;
/** Milliseconds between two checks: an hour. */
const pause = 3_600_000;

/** Returns the sequences that have given numbers, the fullest first. */
const readSequenceUses = (db: Db): Promise<SequenceUse[]> =>
  db.query<SequenceUse>(
    `select sequencename::text as name, last_value::float8 / max_value as used from pg_sequences
     where schemaname = current_schema() and last_value is not null order by used desc, name`,
  );

/** Watches for sequences that run out. When one has, no row can be added to its table. */
export class SequenceWatch extends Recurring {
  private uses: readonly SequenceUse[] = [];

  constructor({ db, log }: { readonly db: Db; readonly log: Logger }) {
    super(
      async () => {
        this.uses = await readSequenceUses(db);
        for (const { name, used } of this.full) {
          log.warn({ sequence: name, usedPercent: Math.floor(used * 100) }, "a sequence is running out of numbers");
        }
      },
      { pause, onError: (error) => warnOfFailure(log, error, "failed to check the sequences, will retry in an hour") },
    );
  }

  /** Sequences of which at least 70 percent are used. */
  get full(): readonly SequenceUse[] {
    return this.uses.filter(({ used }) => used >= warnFrom);
  }

  /** Share of the fullest sequence that is used; 0 before the first check. */
  get fullest(): number {
    return this.uses[0]?.used ?? 0;
  }
}
