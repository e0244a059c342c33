import { UserType } from "../../auth/actor.js";
import type { Context } from "../../call/context.js";
import type { Arguments } from "../../call/method-call.js";
import { filterOwnBulks } from "./bulk-status.sql.js";
import { notFound } from "../../call/errors.js";

/** The resource that gives access to all bulks. */
export const permission = "Magento_Logging::system_magento_logging_bulk_operations";

/** Admits the sender of a bulk, and every caller who knows the id of a guest's bulk. */
export async function admit(calls: readonly Arguments[], { db, actor }: Context): Promise<readonly boolean[]> {
  const uuids = calls.map(({ bulkUuid }) => String(bulkUuid).toLowerCase());
  const owned = await filterOwnBulks(db, uuids, actor);
  return uuids.map((uuid) => owned.has(uuid));
}

/** Admits every caller with an account, who sees only their own bulks. */
export const admitWithAccount = (calls: readonly Arguments[], { actor }: Context): Promise<readonly boolean[]> =>
  Promise.resolve(calls.map(() => actor.type !== UserType.guest));

export const uuidDescription = "Id of the bulk, from the response that accepted it.";

/** 404 for an unknown bulk, in Magento's words. */
export const unknownBulk = (bulkUuid: string) => notFound("Bulk uuid %bulkUuid not exist", { bulkUuid });
