import type { Db } from "../../db/database.js";
import type { ClaimedOperation } from "../queue/operations.sql.js";
import { claimDue, type Due, type Place } from "../queue/turns.sql.js";
import type { BatchResult, Claim } from "./batch.js";

/** A claim of operations that are due. */
export interface DueClaim extends Claim {
  /** Whether it begins with the first turn. */
  readonly isFromFront: boolean;
  /** The turn that it has reached; undefined behind blocked operations, which others need not wait for. */
  reached(): number | undefined;
  /** Notes how the batch ended. */
  done(result: BatchResult): void;
}

/**
 * Claims operations that are due from the rows of the queue. When operations at the front are blocked, every other claim
 * goes on behind them, so that they hide none that can run.
 */
export class DueRows {
  /** The place behind which to look next, while operations at the front are blocked. */
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

  /** Whether operations behind blocked ones are still to be looked at. */
  get isWalking(): boolean {
    return this.beyond !== undefined;
  }
}

const last = (operations: readonly ClaimedOperation[]): Place | undefined => {
  const byTurn = [...operations].sort((one, other) => one.turn - other.turn || one.seq - other.seq);
  return byTurn.at(-1);
};
