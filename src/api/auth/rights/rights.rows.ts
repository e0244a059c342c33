import type { Db } from "../../../platform/db/database.js";
import { lockName } from "../../../platform/db/lock.js";
import { keyOf, type Prisma, type Row } from "../../../platform/db/models.js";
import { modelFields } from "../../search-criteria/model-fields.js";
import type { SearchCriteria } from "../../search-criteria/search-criteria.types.js";
import { searchModel } from "../../search-criteria/search-model.js";
import { everything } from "../actor.js";
import { AdminRole, type AdminRoleSearchResults, AdminUser, type AdminUserSearchResults } from "./rights.types.js";

const roleFields = modelFields("adminRole", AdminRole);
const userFields = modelFields("adminUser", AdminUser, { role_name: "role.name" });

/** An administrator with the name of the role, without the columns that only sign-ins need. */
const adminParts = {
  omit: { username_key: true, email_key: true, password_hash: true },
  include: { role: { select: { name: true } } },
} satisfies Prisma.AdminUserFindManyArgs;

/** Returns a role, or undefined if there is none. */
export async function readRole(db: Db, id: number): Promise<AdminRole | undefined> {
  return (await db.models.adminRole.findUnique({ where: { id } })) ?? undefined;
}

/** Returns an administrator, or undefined if there is none. */
export async function readAdmin(db: Db, id: number): Promise<AdminUser | undefined> {
  const row = await db.models.adminUser.findUnique({ where: { id }, ...adminParts });
  return row ? toAdmin(row) : undefined;
}

/** Returns the roles that match the criteria. */
export const searchRoles = (db: Db, criteria: SearchCriteria): Promise<AdminRoleSearchResults> =>
  searchModel(db, criteria, { fields: roleFields, read: (query) => db.models.adminRole.findMany(query) });

/** Returns the administrators that match the criteria. */
export async function searchAdmins(db: Db, criteria: SearchCriteria): Promise<AdminUserSearchResults> {
  const page = await searchModel(db, criteria, {
    fields: userFields,
    read: (query) => db.models.adminUser.findMany({ ...query, ...adminParts }),
  });
  return { ...page, items: page.items.map(toAdmin) };
}

/** Locks the rights of administrators, so that changes to them run one at a time in all processes. */
export const lockRights = (db: Db): Promise<void> => lockName(db, "admin_user", "rights");

/** Returns a role with its price rights; null if there is none. */
export const readStoredRole = (db: Db, id: number) => db.models.adminRole.findUnique({ where: { id } });

/** Returns a role with its price rights by its name; null if there is none. */
export const readRoleNamed = (db: Db, name: string) => db.models.adminRole.findUnique({ where: { name } });

/** Returns an administrator with the role; null if there is none. */
export const readStoredAdmin = (db: Db, id: number) =>
  db.models.adminUser.findUnique({ where: { id }, include: { role: true } });

/** Returns the id of an administrator by user name, ignoring case; undefined if there is none. */
export async function readAdminId(db: Db, username: string): Promise<number | undefined> {
  const where = { username_key: keyOf(username) };
  return (await db.models.adminUser.findUnique({ where, select: { id: true } }))?.id;
}

/** Returns the user names of a role's members, sorted. */
export async function readMembers(db: Db, roleId: number): Promise<string[]> {
  const members = await db.models.adminUser.findMany({
    where: { role_id: roleId },
    select: { username: true },
    orderBy: { username_key: "asc" },
  });
  return members.map(({ username }) => username);
}

/** Returns whether another administrator has the user name or the email address, ignoring case. */
export async function isTaken(db: Db, id: number, { username, email }: { username: string; email: string }) {
  const same = [{ username_key: keyOf(username) }, { email_key: keyOf(email) }];
  return (await db.models.adminUser.count({ where: { id: { not: id }, OR: same } })) > 0;
}

/** Returns whether an active administrator has all rights. */
export const hasFullAdmin = async (db: Db): Promise<boolean> =>
  (await db.models.adminUser.count({ where: { is_active: true, role: { resources: { has: everything } } } })) > 0;

export const updateRole = (db: Db, id: number, data: Partial<Pick<Row<"adminRole">, "name" | "resources">>) =>
  db.models.adminRole.update({ where: { id }, data, select: { id: true } });

export const removeRole = (db: Db, id: number) => db.models.adminRole.delete({ where: { id }, select: { id: true } });

/** Changes columns of an administrator. */
export async function updateAdmin(
  db: Db,
  id: number,
  data: Pick<Row<"adminUser">, "username" | "email"> & Partial<Row<"adminUser">>,
): Promise<void> {
  const keys = { username_key: keyOf(data.username), email_key: keyOf(data.email) };
  await db.models.adminUser.update({ where: { id }, data: { ...data, ...keys }, select: { id: true } });
}

/** Deletes an administrator with the second factor. */
export const removeAdmin = (db: Db, id: number) => db.models.adminUser.delete({ where: { id }, select: { id: true } });

const toAdmin = ({ role, ...admin }: Prisma.AdminUserGetPayload<typeof adminParts>): AdminUser => ({
  ...admin,
  role_name: role.name,
});
