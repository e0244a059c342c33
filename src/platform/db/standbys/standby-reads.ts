import type { ConnectionShares, Purpose } from "../connections/connection-shares.js";
import type { Db, StandbyUse } from "../database.js";
import type { PrimaryPosition } from "./primary-position.js";
import type { Standby } from "./standby.js";

type UsableStandby = Pick<Standby, "host" | "isUsed" | "retry" | "read">;

interface Reading<Result> {
  readonly work: (db: Db) => Promise<Result>;
  /** Does the same if no standby can be used. */
  readonly onPrimary: () => Promise<Result>;
}

/**
 * Sends reads to standbys. A standby is only used for a read if it has replayed everything that was committed when the read
 * began, so that a read is never older than one of the primary.
 */
export class StandbyReads {
  private readonly reads = { standby: 0, primary: 0 };
  private turn = 0;

  constructor(
    private readonly standbys: readonly UsableStandby[],
    private readonly position: Pick<PrimaryPosition, "current">,
    private readonly shares: Pick<ConnectionShares, "enter" | "leave">,
  ) {}

  usage(): StandbyUse {
    return { standbys: this.standbys.map(({ host, isUsed }) => ({ host, isUsed })), reads: { ...this.reads } };
  }

  /** Tries in the background which standbys can be used. */
  retry(): void {
    for (const standby of this.standbys) standby.retry(() => this.position.current());
  }

  /**
   * Runs the work on a standby, or else on the primary, which also says why it cannot be asked for its position. Counts as one
   * connection of the purpose.
   */
  async read<Result>(purpose: Purpose, { work, onPrimary }: Reading<Result>): Promise<Result> {
    this.retry();
    const standby = this.choose();
    const answer = standby && (await this.within(purpose, () => this.readFrom(standby, work)));
    this.reads[answer ? "standby" : "primary"] += 1;
    return answer ? answer.result : onPrimary();
  }

  private async readFrom<Result>(standby: UsableStandby, work: (db: Db) => Promise<Result>) {
    const position = await this.position.current().catch(() => undefined);
    return position && standby.read(position, work);
  }

  /** Returns the standbys that are used one after another; undefined if none is. */
  private choose(): UsableStandby | undefined {
    const used = this.standbys.filter(({ isUsed }) => isUsed);
    this.turn += 1;
    return used[this.turn % used.length];
  }

  private async within<Result>(purpose: Purpose, work: () => Promise<Result>): Promise<Result> {
    const turn = this.shares.enter(purpose);
    if (turn) await turn;
    try {
      return await work();
    } finally {
      this.shares.leave(purpose);
    }
  }
}
