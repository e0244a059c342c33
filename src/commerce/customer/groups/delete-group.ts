import { deleteTierPricesOfGroup, lockProductsOfGroup, originOf } from "../../pricing/published.js";
import { readStoreViews } from "../../store/published.js";
import type { Context } from "../../../api/call/context.js";
import { inputError } from "../../../api/call/errors.js";
import { DefaultGroups } from "./default-group.js";
import { requireGroup, notLoggedIn } from "./group-rules.js";
import { lockGroup, moveCustomers, readAccountScopes, removeGroup } from "./groups.rows.js";

/** Whether a group cannot be deleted: the group of guests, and the default group of any store view. */
export async function isGroupProtected({ db }: Pick<Context, "db">, groupId: number): Promise<boolean> {
  if (groupId === notLoggedIn) return true;
  const stores = await readStoreViews(db);
  const scopes = stores.map((store) => ({ storeId: store.id, websiteId: store.website_id }));
  return (await DefaultGroups.read(db)).includes(groupId, scopes);
}

async function requireUnprotectedGroup(ctx: Pick<Context, "db">, groupId: number): Promise<void> {
  if (await isGroupProtected(ctx, groupId)) throw inputError("Cannot delete group.");
}

/**
 * Deletes a group with its tier prices and moves its customers to the default groups of their store views. Throws 404
 * for an unknown group, 400 for a group that cannot be deleted.
 */
export async function deleteGroup(ctx: Context, groupId: number): Promise<void> {
  const { db } = ctx;
  await requireGroup(db, groupId);
  await requireUnprotectedGroup(ctx, groupId);
  await lockProductsOfGroup(db, groupId);
  await lockGroup(db, groupId);
  // A concurrent call may have made it the default group.
  await requireUnprotectedGroup(ctx, groupId);
  const groups = await DefaultGroups.read(db);
  for (const from of await readAccountScopes(db, groupId)) {
    await moveCustomers(db, groupId, { from, to: groups.of(from) });
  }
  await deleteTierPricesOfGroup(db, groupId, originOf(ctx, "GroupRepository.deleteById"));
  await removeGroup(db, groupId);
}
