import { setTimeout as pause } from "node:timers/promises";
import { Recurring } from "../../process/recurring.js";
import type { EmbeddedDatabase } from "./engine.js";

/** Milliseconds between two looks at what there is to do. */
const interval = 5000;
/** Maximum milliseconds to wait for a moment without calls; after that, calls wait for the step. */
const maxWait = 60_000;
/** The rest after a step, as a multiple of the time that the step took: maintenance takes at most 5 % of all time. */
const restFactor = 19;
/** Bytes of write-ahead log after which a checkpoint is due. Reading them after a crash takes about a second. */
const maxWalBytes = 64 << 20;

export interface MaintenanceOptions {
  readonly onError: (error: unknown) => void;
  readonly interval?: number;
  readonly maxWalBytes?: number;
}

/**
 * Does what PostgreSQL's own background processes do, which the embedded engine lacks: it analyses and vacuums tables of
 * which many rows have changed, and writes checkpoints, so that plans fit the data, files do not grow without end, and a
 * start after a crash is short. A step is one statement for one table, between calls.
 */
export class EmbeddedMaintenance extends Recurring {
  constructor(database: EmbeddedDatabase, options: MaintenanceOptions) {
    const steps = new Steps(database, options.maxWalBytes ?? maxWalBytes);
    super(() => steps.run(), { pause: options.interval ?? interval, onError: options.onError });
  }
}

class Steps {
  private restUntil = 0;
  /** The end of the write-ahead log when there was nothing to do. */
  private seen: string | undefined;

  constructor(
    private readonly database: EmbeddedDatabase,
    private readonly walLimit: number,
  ) {}

  /** Runs a step if one is due. */
  async run(): Promise<void> {
    if (performance.now() < this.restUntil) return;
    const statement = await this.exclusively(() => this.findStatement());
    if (statement === undefined) return;
    await this.waitUntilFree();
    const started = performance.now();
    await this.exclusively(() => this.database.engine.exec(statement));
    const ended = performance.now();
    this.restUntil = ended + (ended - started) * restFactor;
  }

  private async findStatement(): Promise<string | undefined> {
    const { engine } = this.database;
    const { rows: ends } = await engine.query<{ position: string; bytes: number }>(
      `select pg_current_wal_insert_lsn()::text as position,
         pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn)::float8 as bytes from pg_control_checkpoint()`,
    );
    const [end] = ends;
    if (!end || end.position === this.seen) return undefined;
    if (end.bytes > this.walLimit) return "checkpoint";
    const { rows: tables } = await engine.query<{ statement: string }>(dueTable);
    if (!tables[0]) this.seen = end.position;
    return tables[0]?.statement;
  }

  /** Waits until no call uses the engine, at most for `maxWait`. */
  private async waitUntilFree(): Promise<void> {
    const { lock } = this.database.bridge;
    const deadline = performance.now() + maxWait;
    while (!lock.isFree && performance.now() < deadline) await pause(20);
  }

  private async exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const { lock } = this.database.bridge;
    await lock.acquire();
    try {
      return await work();
    } finally {
      lock.release();
    }
  }
}

/**
 * The statement for the table with most changes, by the rules of autovacuum: a fifth of the rows are dead or new, or a tenth
 * changed since they were analysed. A table without any statistics is analysed when it has some pages.
 */
const dueTable = `
  with counted as (
    select relid, n_dead_tup, n_ins_since_vacuum, n_mod_since_analyze, greatest(c.reltuples, s.n_live_tup, 0) as live,
      c.reltuples < 0 and pg_relation_size(s.relid) > 65536 as is_unknown
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid),
  judged as (
    select *, n_dead_tup > 50 + live * 0.2 or n_ins_since_vacuum > 1000 + live * 0.2 as is_vacuumed,
      n_mod_since_analyze > 50 + live * 0.1 or is_unknown as is_analysed
    from counted)
  select case when is_vacuumed then 'vacuum (analyze) ' else 'analyze ' end || relid::regclass as statement
  from judged where is_vacuumed or is_analysed
  order by is_unknown desc, n_dead_tup + n_mod_since_analyze desc limit 1`;
