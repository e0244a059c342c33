import type { Db } from "../db/database.js";
import type { TokenOwner } from "./tokens.js";

/** Deletes the addresses of an account. */
export async function deleteSignInAddresses(db: Db, { type, id }: TokenOwner): Promise<void> {
  await db.models.signInAddress.deleteMany({ where: { user_type: type, user_id: id } });
}
