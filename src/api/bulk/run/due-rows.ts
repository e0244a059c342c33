import type { Db } from "../../../platform/db/database.js";
import type { ClaimedOperation } from "../queue/operations.sql.js";
import { claimDue, type Due, type Place } from "../queue/turns.sql.js";
import type { BatchResult, Claim } from "./batch.js";

/** A claim of due operations. */
export interface DueClaim extends Claim {
  /** Whether it starts at the front of the queue. */
  readonly isFromFront: boolean;
  /** Returns the turn that it has reached; undefined if it started behind blocked operations. */
  reached(): number | undefined;
  /** Takes the result of the batch. */
  done(result: BatchResult): void;
}

/**
 * Claims due operations from the rows of the queue. While operations at the front are blocked, every second claim
 * continues behind them, to find those that can run.
 */
export class DueRows {
  /** The position after which to continue while operations at the front are blocked. */
  private beyond: Place | undefined;
  private wasFromFront = false;

  constructor(private readonly which: Pick<Due, "redelivered"> = {}) {}

  next(limit: number): DueClaim {
    const from = this.wasFromFront ? this.beyond : undefined;
    this.wasFromFront = from === undefined;
    let claimed: readonly ClaimedOperation[] = [];
    return {
      isFromFront: from === undefined,
      skipsBlocked: from !== undefined,
      claim: async (tx: Db) => (claimed = await claimDue(tx, limit, { ...this.which, after: from })),
      reached: () => (from === undefined ? last(claimed)?.turn : undefined),
      done: ({ blocked }) => {
        const isMoreBehind = claimed.length === limit;
        if (from !== undefined || (blocked.length > 0 && this.beyond === undefined))
          this.beyond = isMoreBehind ? last(claimed) : undefined;
      },
    };
  }

  /** Whether there are more operations to look at behind the blocked ones. */
  get isSkippingBlocked(): boolean {
    return this.beyond !== undefined;
  }
}

const last = (operations: readonly ClaimedOperation[]): Place | undefined => {
  const byTurn = [...operations].sort((one, other) => one.turn - other.turn || one.seq - other.seq);
  return byTurn.at(-1);
};
