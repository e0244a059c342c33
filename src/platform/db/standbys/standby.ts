import { setTimeout as pause } from "node:timers/promises";
import { reasonOf } from "../connections/database-hosts.js";
import type { Db } from "../database.js";
import { deferred } from "../../process/promises.js";
import { temporaryFailure } from "../sql-errors.js";
import type { TransactionDependencies } from "../transactions/lazy-transaction.js";
import { inTransaction } from "../transactions/transaction.js";
import type { Position } from "./primary-position.js";

/** Whether a standby is used for reads now, and if not, why. */
export interface StandbyState {
  readonly host: string;
  /** Why it is not used; undefined if it is used. */
  readonly reason: string | undefined;
}

export type OnStandby = (state: StandbyState) => void;

/** Milliseconds that a call waits for a standby to replay what it needs. */
const maxLag = 20;
/** Milliseconds for connecting and that wait. A standby that takes longer is not used. */
const maxCheck = 1000;
/** Milliseconds after which a standby that is not used is tried again. */
const retryAfter = 2000;

/** Thrown if a standby cannot be used now. */
class StandbyError extends Error {
  override readonly name = "StandbyError";
}

/** Failures of a statement that are not the fault of the server: a conflict with what it replays, and a write. */
const failuresOfStatement = new Set(["40001", "40P01", "25006"]);
/** A statement took too long, and would on the primary too. */
const tooLong = "57014";

interface Found {
  readonly isStandby: boolean;
  readonly isReached: boolean | null;
  readonly timeline: number;
  readonly system: string;
  readonly database: string;
}

const readState = `select pg_is_in_recovery() as "isStandby", pg_last_wal_replay_lsn() >= $1::pg_lsn as "isReached",
  timeline_id as timeline, system_identifier::text as system, current_database()::text as database
  from pg_control_checkpoint(), pg_control_system()`;

/** A standby for reads. It is used from when a check succeeds until one fails. */
export class Standby {
  private state: "unknown" | "used" | "unused" = "unknown";
  private reason: string | undefined;
  private triedAt = -Infinity;
  private isTrying = false;

  constructor(
    readonly host: string,
    private readonly dependencies: TransactionDependencies,
    private readonly onState: OnStandby,
  ) {}

  get isUsed(): boolean {
    return this.state === "used";
  }

  /** Tries in the background whether a standby that is not used can be used again, at most every two seconds. */
  retry(position: () => Promise<Position>): void {
    if (this.isUsed || this.isTrying || performance.now() < this.triedAt + retryAfter) return;
    void this.tryAgain(position);
  }

  /**
   * Runs the work in a read-only transaction that sees the position. Resolves to undefined if the standby cannot do that
   * now. Rejects with errors of the work that the primary would give as well.
   */
  async read<Result>(
    position: Position,
    work: (db: Db) => Promise<Result>,
  ): Promise<{ readonly result: Result } | undefined> {
    try {
      return await this.attempt(position, work);
    } catch (error) {
      if (error instanceof StandbyError) this.leave(error.message);
      else {
        const failure = temporaryFailure(error);
        if (!failure || failure.code === tooLong) throw error;
        if (!failuresOfStatement.has(failure.code)) this.leave(failure.reason);
      }
      return undefined;
    }
  }

  private async tryAgain(position: () => Promise<Position>): Promise<void> {
    this.isTrying = true;
    try {
      await this.attempt(await position(), () => Promise.resolve(undefined));
      this.enter();
    } catch (error) {
      this.leave(reasonOf(error));
    } finally {
      this.isTrying = false;
    }
  }

  private async attempt<Result>(position: Position, work: (db: Db) => Promise<Result>): Promise<{ result: Result }> {
    const checked = deferred<undefined>();
    let isLate = false;
    const reading = inTransaction(this.dependencies, async (tx) => {
      await requirePosition(tx, position);
      if (isLate) throw new StandbyError("it answered too late");
      checked.resolve(undefined);
      return { result: await work(tx) };
    });
    // A late failure has no reader.
    reading.catch(() => undefined);
    const timer = setTimeout(() => {
      isLate = true;
      checked.reject(new StandbyError(`it did not answer within ${maxCheck / 1000} second`));
    }, maxCheck);
    try {
      await Promise.race([checked.promise, reading]);
    } finally {
      clearTimeout(timer);
    }
    return reading;
  }

  private enter(): void {
    if (this.state === "used") return;
    this.state = "used";
    this.report(undefined);
  }

  private leave(reason: string): void {
    this.state = "unused";
    this.triedAt = performance.now();
    this.report(reason);
  }

  /** Reports a state once. */
  private report(reason: string | undefined): void {
    if (reason !== undefined && reason === this.reason) return;
    this.reason = reason;
    this.onState({ host: this.host, reason });
  }
}

/**
 * Waits until the standby has replayed the position. The transaction must be READ COMMITTED: its next statement then sees
 * what was replayed. The check runs on the connection of the reads, because a name or a pooler may lead to several servers.
 */
async function requirePosition(tx: Db, { position, timeline, system, database }: Position): Promise<void> {
  const end = performance.now() + maxLag;
  for (;;) {
    const found = await tx.one<Found>(readState, [position]);
    if (!found?.isStandby) throw new StandbyError("it is no standby");
    if (found.system !== system || found.database !== database)
      throw new StandbyError("it is a standby of another database than DATABASE_URL");
    // The control file names the timeline of the last restart point, so it says the new one some time after a promotion.
    if (found.timeline !== timeline)
      throw new StandbyError(`it has not yet a restart point of timeline ${timeline}, which the primary is on`);
    if (found.isReached === true) return;
    if (performance.now() > end) throw new StandbyError("it lags behind the primary");
    await pause(1);
  }
}
