import { inputError, missing, noSuchEntity } from "../../call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { checkRole, insertNewRole, roleNameTaken } from "../admins/admins.js";
import { audit, type By } from "../audit.rows.js";
import { requireHeldRights } from "./check-rights.js";
import * as rows from "./rights.rows.js";
import type { AdminRole, AdminRoleData } from "./rights.types.js";

/**
 * Creates a role and returns it. Runs in a transaction. Throws 400 for a missing or taken name, and for resources that are
 * missing, unknown or not held by the caller.
 */
export async function addRole(db: Db, { name, resources }: AdminRoleData, by?: By): Promise<AdminRole> {
  const lacking = [...(name?.trim() ? [] : ["name"]), ...(resources ? [] : ["resources"])];
  if (lacking.length > 0) throw missing(lacking);
  checkRole(name ?? "", resources ?? []);
  const price_rights = [...(by?.actor.priceRights ?? [])];
  requireHeldRights({ resources: resources ?? [], price_rights }, by);
  return requireRole(db, await insertNewRole(db, { name: name ?? "", resources: resources ?? [] }, by));
}

interface Change {
  readonly id: number;
  readonly given: AdminRoleData;
}

/**
 * Changes the given fields of a role and returns it; its members have the new rights from their next call on. Runs in a
 * transaction. Throws 404 for an unknown id, 400 for rights that the caller does not hold, before or after, and if no
 * active administrator with all rights would be left.
 */
export async function changeRole(db: Db, { id, given }: Change, by?: By): Promise<AdminRole> {
  await rows.lockRights(db);
  const role = await rows.readStoredRole(db, id);
  if (!role) throw noSuchEntity("roleId", id);
  const name = given.name ?? role.name;
  const resources = [...new Set(given.resources ?? role.resources)];
  checkRole(name, resources);
  requireHeldRights(role, by);
  requireHeldRights({ ...role, resources }, by);
  const other = await rows.readRoleNamed(db, name);
  if (other && other.id !== id) throw roleNameTaken(name);
  await requireFullAdminAfter(db, () => rows.updateRole(db, id, { name, resources }));
  await audit(db, by, { event: "role changed", type: null, id, name });
  return requireRole(db, id);
}

/**
 * Deletes a role. Runs in a transaction. Throws 404 for an unknown id, 400 with the names of administrators that have it.
 */
export async function deleteRole(db: Db, id: number, by?: By): Promise<void> {
  await rows.lockRights(db);
  const role = await rows.readStoredRole(db, id);
  if (!role) throw noSuchEntity("roleId", id);
  requireHeldRights(role, by);
  const members = await rows.readMembers(db, id);
  if (members.length > 0) {
    throw inputError("The role with id %id cannot be deleted. These administrators have it: %references.", {
      id,
      references: members.join(", "),
    });
  }
  await rows.removeRole(db, id);
  await audit(db, by, { event: "role deleted", type: null, id, name: role.name });
}

/** Makes a change. Throws 400 if it takes all rights from the last active administrator with all rights. */
export async function requireFullAdminAfter(db: Db, change: () => Promise<unknown>): Promise<void> {
  const hadOne = await rows.hasFullAdmin(db);
  await change();
  if (!hadOne || (await rows.hasFullAdmin(db))) return;
  throw inputError("At least one active administrator must keep all rights (Magento_Backend::all).");
}

async function requireRole(db: Db, id: number): Promise<AdminRole> {
  const role = await rows.readRole(db, id);
  if (!role) throw noSuchEntity("roleId", id);
  return role;
}
