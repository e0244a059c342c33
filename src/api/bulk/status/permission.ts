import { createHash, randomBytes } from "node:crypto";
import { admits, UserType } from "../../auth/actor.js";
import type { Context } from "../../call/context.js";
import type { Arguments } from "../../call/method-call.js";
import { filterOwnBulks, isReader } from "./bulk-status.sql.js";
import { notFound } from "../../call/errors.js";

/** The resource that gives access to all bulks. */
export const permission = "Magento_Logging::system_magento_logging_bulk_operations";

/** The header of the token with which a guest reads the bodies and results of a bulk: answered with 202, and sent to read. */
export const bulkTokenHeader = "X-Portico-Bulk-Token";

/** Returns a new token. A call that is repeated with the same `Idempotency-Key` gets the same one. */
export const readerToken = (key: string | undefined): string =>
  key === undefined ? randomBytes(24).toString("base64url") : sha256(`reader of a bulk\n${key}`).toString("base64url");

/** Returns what is stored of a token. */
export const readerHash = (token: string): Buffer => sha256(token);

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** Admits the sender of a bulk, and every caller who knows the id of a guest's bulk. */
export async function admit(calls: readonly Arguments[], { db, actor }: Context): Promise<readonly boolean[]> {
  const uuids = calls.map(({ bulkUuid }) => String(bulkUuid).toLowerCase());
  const owned = await filterOwnBulks(db, uuids, actor);
  return uuids.map((uuid) => owned.has(uuid));
}

/**
 * Whether a caller who was admitted may read the bodies and results of a bulk. Whoever only knows the id of a guest's bulk
 * sees its status; its bodies need the token that its acceptance answered.
 */
export async function mayReadBodies(bulkUuid: string, { db, actor, exchange }: Context): Promise<boolean> {
  if (admits([permission], actor)) return true;
  const token = exchange?.request.headers[bulkTokenHeader.toLowerCase()];
  const hash = typeof token === "string" ? readerHash(token) : null;
  return isReader(db, bulkUuid, { ...actor, hash });
}

/** Admits every caller with an account, who sees only their own bulks. */
export const admitWithAccount = (calls: readonly Arguments[], { actor }: Context): Promise<readonly boolean[]> =>
  Promise.resolve(calls.map(() => actor.type !== UserType.guest));

export const uuidDescription = "Id of the bulk, from the response that accepted it.";

/** 404 for an unknown bulk, in Magento's words. */
export const unknownBulk = (bulkUuid: string) => notFound("Bulk uuid %bulkUuid not exist", { bulkUuid });
