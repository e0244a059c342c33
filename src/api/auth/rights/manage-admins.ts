import { countOpenBulks } from "../../bulk/status/open-bulks.rows.js";
import { aggregate, inputError, missing, noSuchEntity } from "../../call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { UserType } from "../actor.js";
import { brokenNameRules, brokenPasswordRules, createAdmin, nameTaken } from "../admins/admins.js";
import { audit, type AuditEvent, type By } from "../audit.rows.js";
import { hashPassword } from "../sign-in/password.js";
import { revokeTokens } from "../tokens/tokens.sql.js";
import { requireHeldRights } from "./check-rights.js";
import { requireFullAdminAfter } from "./manage-roles.js";
import * as rows from "./rights.rows.js";
import type { AdminUser, AdminUserData } from "./rights.types.js";

/**
 * Creates an administrator. Runs in a transaction. Throws 400 for missing fields, values that break Magento's rules, a name
 * or address that is taken, and a role with rights that the caller does not hold; 404 for an unknown role.
 */
export async function addAdmin(db: Db, given: AdminUserData, by?: By): Promise<AdminUser> {
  const { username, email, firstname, lastname, password, role_id } = given;
  if (role_id == null) throw missing(["role_id"]);
  const role = await requireGrantableRole(db, role_id, by);
  const texts = { username: username ?? "", email: email ?? "", firstname: firstname ?? "", lastname: lastname ?? "" };
  const admin = { ...texts, password: password ?? "", role: role.name, isActive: given.is_active ?? true };
  return requireAdmin(db, await createAdmin(db, admin, by));
}

interface Change {
  readonly id: number;
  readonly given: AdminUserData;
}

/**
 * Changes the given fields of an administrator. Setting a password or disabling the account ends its tokens and sessions.
 * Runs in a transaction. Throws 404 for an unknown id or role, 400 for values that break the rules, rights that the caller
 * does not hold, disabling the caller's own account or changing its role, and if no active administrator with all rights
 * would be left.
 */
export async function changeAdmin(db: Db, { id, given }: Change, by?: By): Promise<AdminUser> {
  await rows.lockRights(db);
  const stored = await requireManageableAdmin(db, id, by);
  const role = given.role_id == null ? stored.role : await requireGrantableRole(db, given.role_id, by);
  const isActive = given.is_active ?? stored.is_active;
  if (isSelf(id, by) && (role.id !== stored.role_id || !isActive)) throw cannotChangeSelf();
  const { password } = given;
  const texts = {
    username: given.username ?? stored.username,
    email: given.email ?? stored.email,
    firstname: given.firstname ?? stored.firstname,
    lastname: given.lastname ?? stored.lastname,
  };
  const reasons = [...brokenNameRules(texts), ...(password == null ? [] : brokenPasswordRules(password))];
  if (reasons.length > 0) throw aggregate(reasons);
  if (await rows.isTaken(db, id, texts)) throw nameTaken();
  const hash = password == null ? {} : { password_hash: await hashPassword(password) };
  const columns = { ...texts, ...hash, role_id: role.id, is_active: isActive };
  await requireFullAdminAfter(db, () => rows.updateAdmin(db, id, columns));
  if (password != null || !isActive) await revokeTokens(db, { type: UserType.administrator, id });
  await auditAdmin(db, by, { event: "administrator changed", id, name: texts.username });
  if (password != null) await auditAdmin(db, by, { event: "administrator password changed", id, name: texts.username });
  if (texts.email !== stored.email) {
    await auditAdmin(db, by, { event: "administrator email changed", id, name: texts.username });
  }
  return requireAdmin(db, id);
}

/** Work that runs with the rights of an administrator after it was accepted. */
export interface OpenWork {
  /** In the plural: `open price proposals`. */
  readonly name: string;
  readonly count: (db: Db, caller: { readonly userType: number; readonly userId: number }) => Promise<number>;
}

/** Who deletes an administrator, and the open work besides bulks that would keep it from running. */
interface Deletion {
  readonly by?: By;
  readonly openWork: readonly OpenWork[];
}

/**
 * Deletes an administrator with the second factor, tokens and sessions. Records of the administrator's actions keep the
 * id. Runs in a transaction. Throws 404 for an unknown id, 400 for the caller's own account, for rights that the caller
 * does not hold, while the administrator has unfinished bulks or other open work, and for the last active administrator
 * with all rights.
 */
export async function deleteAdmin(db: Db, id: number, { by, openWork }: Deletion): Promise<void> {
  await rows.lockRights(db);
  const { username } = await requireManageableAdmin(db, id, by);
  if (isSelf(id, by)) throw cannotChangeSelf();
  await requireNoOpenWork(db, id, [openBulks, ...openWork]);
  await requireFullAdminAfter(db, () => rows.removeAdmin(db, id));
  await revokeTokens(db, { type: UserType.administrator, id });
  await auditAdmin(db, by, { event: "administrator deleted", id, name: username });
}

const openBulks: OpenWork = { name: "unfinished bulks", count: countOpenBulks };

/** Throws 400 while the administrator has open work, which runs with the administrator's rights. */
async function requireNoOpenWork(db: Db, id: number, kinds: readonly OpenWork[]): Promise<void> {
  const found: string[] = [];
  for (const { name, count } of kinds) {
    const open = await count(db, { userType: UserType.administrator, userId: id });
    if (open > 0) found.push(`${name} (${open})`);
  }
  if (found.length === 0) return;
  throw inputError(
    "The administrator with id %id cannot be deleted because of %references. Disable the account instead.",
    {
      id,
      references: found.join(", "),
    },
  );
}

interface Noted {
  readonly event: AuditEvent;
  readonly id: number;
  readonly name: string;
}

const auditAdmin = (db: Db, by: By, { event, id, name }: Noted): Promise<void> =>
  audit(db, by, { event, type: UserType.administrator, id, name });

const isSelf = (id: number, by: By): boolean => by?.actor.type === UserType.administrator && by.actor.id === id;

const cannotChangeSelf = () => inputError("You cannot disable or delete your own account, or change its role.");

/** Returns an administrator with the role. Throws 404 for an unknown id, 400 for one with more rights than the caller. */
async function requireManageableAdmin(db: Db, id: number, by: By) {
  const admin = await rows.readStoredAdmin(db, id);
  if (!admin) throw noSuchEntity("userId", id);
  requireHeldRights(admin.role, by);
  return admin;
}

/** Returns a role that the caller may give. Throws 404 for an unknown id, 400 for one with more rights than the caller. */
async function requireGrantableRole(db: Db, id: number, by: By) {
  const role = await rows.readStoredRole(db, id);
  if (!role) throw noSuchEntity("roleId", id);
  requireHeldRights(role, by);
  return role;
}

async function requireAdmin(db: Db, id: number): Promise<AdminUser> {
  const admin = await rows.readAdmin(db, id);
  if (!admin) throw noSuchEntity("userId", id);
  return admin;
}
