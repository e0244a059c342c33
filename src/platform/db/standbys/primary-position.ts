import type { Db } from "../database.js";

/** What a standby must have replayed, and of which database. */
export interface Position {
  /** Position in the write-ahead log, such as `0/3000148`. */
  readonly position: string;
  /** The timeline of the log, which a promotion ends. Positions of different timelines cannot be compared. */
  readonly timeline: number;
  /** The cluster and the database in it. */
  readonly system: string;
  readonly database: string;
}

type Identity = Pick<Position, "system" | "database">;

/**
 * The end of the log that is on disk: PostgreSQL shows a commit only after it is there, unless `synchronous_commit` is off.
 * Then it is the end of all that was written to memory.
 */
const readPosition = `select
  (case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end)::text
    as position,
  ('x' || left(pg_walfile_name(pg_current_wal_flush_lsn()), 8))::bit(32)::int as timeline`;

const readIdentity =
  "select system_identifier::text as system, current_database()::text as database from pg_control_system()";

/** Asks the primary for its position. Calls share a statement that is sent after all of them have asked. */
export class PrimaryPosition {
  private identity: Promise<Identity> | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private next: Promise<Position> | undefined;

  constructor(private readonly primary: Pick<Db, "one">) {}

  /** Returns a position at or after everything that was committed before this call. Rejects if the primary does not answer. */
  current(): Promise<Position> {
    this.next ??= this.askAfter(this.running);
    return this.next;
  }

  private async askAfter(earlier: Promise<unknown>): Promise<Position> {
    await earlier;
    // From here on, calls need another statement: this one may be answered before they began.
    this.next = undefined;
    const asked = this.ask();
    this.running = asked.catch(() => undefined);
    return asked;
  }

  private async ask(): Promise<Position> {
    const [identity, found] = await Promise.all([
      this.identify(),
      this.one<Pick<Position, "position" | "timeline">>(readPosition),
    ]);
    return { ...identity, ...found };
  }

  private async identify(): Promise<Identity> {
    this.identity ??= this.one<Identity>(readIdentity);
    try {
      return await this.identity;
    } catch (error) {
      this.identity = undefined;
      throw error;
    }
  }

  private async one<Row extends object>(text: string): Promise<Row> {
    const row = await this.primary.one<Row>(text);
    if (!row) throw new Error("PostgreSQL returned no row.");
    return row;
  }
}
