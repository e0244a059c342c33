import type { Db } from "../../../platform/db/database.js";

/** Returns the number of a caller's bulks with operations that are not finished. */
export const countOpenBulks = (db: Db, caller: { readonly userType: number; readonly userId: number }) =>
  db.models.bulk.count({ where: { user_type: caller.userType, user_id: caller.userId, finished_at: null } });
