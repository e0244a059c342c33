import type { Db } from "../../db/database.js";
import { lockOpen, reject } from "./bulk-management.sql.js";
import { redactPayload } from "../run/redact.js";

/**
 * Ends the open operations of a bulk as rejected, and gives their number. Those that a consumer runs at this moment are
 * left to it.
 */
export async function rejectOpen(db: Db, bulk: string): Promise<number> {
  const open = await lockOpen(db, bulk);
  const operations = open.map(({ id, payload }) => ({ id, payload: redactPayload(payload) ?? payload }));
  if (open.length > 0)
    await reject(db, bulk, { operations, message: "The bulk was cancelled before the operation ran." });
  return open.length;
}
