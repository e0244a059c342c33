// SQL: a lock, so that only one decision about a proposal is made at a time.
import type { Db } from "../../db/database.js";

/** A stored call with the state of its proposal. */
export interface LockedProposal {
  readonly state: string;
  readonly call: string;
  readonly arguments: string;
  readonly store_code: string | null;
  readonly user_type: number;
  readonly user_id: number;
  readonly failures: string;
}

/** Returns a proposal, locked until the transaction ends, or undefined. */
export const lockProposal = (db: Db, id: number): Promise<LockedProposal | undefined> =>
  db.one<LockedProposal>(
    `select state, call, arguments, store_code, user_type, user_id, failures
    from price_proposal where id = $1::int for update`,
    [id],
  );
