import type { Db } from "../../../platform/db/database.js";
import { lockOpen, reject } from "./bulk-management.sql.js";
import { redactPayload } from "../run/redact.js";

/**
 * Rejects the open operations of a bulk, and returns their number. Operations that a consumer is running are not
 * touched.
 */
export async function rejectOpen(db: Db, bulk: string): Promise<number> {
  const open = await lockOpen(db, bulk);
  const operations = open.map(({ id, payload }) => ({ id, payload: redactPayload(payload) ?? payload }));
  if (open.length > 0)
    await reject(db, bulk, { operations, message: "The bulk was canceled before the operation ran." });
  return open.length;
}
