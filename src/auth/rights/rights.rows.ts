import type { Db } from "../../db/database.js";
import type { Prisma } from "../../db/models.js";
import { modelFields } from "../../search-criteria/model-fields.js";
import type { SearchCriteria } from "../../search-criteria/search-criteria.types.js";
import { searchModel } from "../../search-criteria/search-model.js";
import { AdminRole, type AdminRoleSearchResults, AdminUser, type AdminUserSearchResults } from "./rights.types.js";

const roleFields = modelFields("adminRole", AdminRole);
const userFields = modelFields("adminUser", AdminUser, { role_name: "role.name" });

/** An administrator with the name of the role, and without what only sign-ins need. */
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

const toAdmin = ({ role, ...admin }: Prisma.AdminUserGetPayload<typeof adminParts>): AdminUser => ({
  ...admin,
  role_name: role.name,
});
