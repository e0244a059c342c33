import { inputError, notFound } from "../../api/call/errors.js";
import type { Db } from "../../platform/db/database.js";

/** 400 for a missing id. */
export const missingId = () => inputError("An ID is needed. Set the ID and try again.");

/** 404 for an order, a document or a part of one that does not exist. */
export const entityNotFound = () =>
  notFound("The entity that was requested doesn't exist. Verify the entity and try again.");

/** Finds what has an id. */
type Find<Found> = (db: Db, id: number) => Promise<Found | null | undefined>;

/** Returns what has an id. Throws 404 for an unknown id, and 400 for the id 0. */
export async function requireEntity<Found>(find: Find<Found>, db: Db, id: number): Promise<Found> {
  if (id === 0) throw missingId();
  const found = await find(db, id);
  if (found === null || found === undefined) throw entityNotFound();
  return found;
}
