import type { Db } from "../../../platform/db/database.js";
import { bytesOf } from "../integrations/integrations.rows.js";
import type { TokenOwner } from "../tokens/tokens.js";

/** Ends a session. Returns false if it has already ended. */
export const endSession = async (db: Db, hash: string): Promise<boolean> =>
  (await db.models.callerSession.deleteMany({ where: { token_hash: bytesOf(hash) } })).count > 0;

/** Ends all sessions of a caller. Returns their number. */
export const endSessions = async (db: Db, { type, id }: TokenOwner): Promise<number> =>
  (await db.models.callerSession.deleteMany({ where: { user_type: type, user_id: id } })).count;

/** Deletes the addresses that an account has signed in from. */
export async function deleteSignInAddresses(db: Db, { type, id }: TokenOwner): Promise<void> {
  await db.models.signInAddress.deleteMany({ where: { user_type: type, user_id: id } });
}
