import type { Db } from "../../db/database.js";
import type { SqlField } from "../../search-criteria/compile-sql.js";
import type { SearchCriteria } from "../../search-criteria/search-criteria.types.js";
import { searchPage } from "../../search-criteria/search-page.sql.js";
import type { AdminRole, AdminRoleSearchResults, AdminUser, AdminUserSearchResults } from "./rights.types.js";

const roleFields: ReadonlyMap<string, SqlField> = new Map([
  ["id", { sql: "r.id", type: "integer" }],
  ["name", { sql: "r.name", type: "text" }],
]);

const userFields: ReadonlyMap<string, SqlField> = new Map([
  ["id", { sql: "u.id", type: "integer" }],
  ["username", { sql: "u.username", type: "text" }],
  ["email", { sql: "u.email", type: "text" }],
  ["firstname", { sql: "u.firstname", type: "text" }],
  ["lastname", { sql: "u.lastname", type: "text" }],
  ["is_active", { sql: "u.is_active::int", type: "integer" }],
  ["created_at", { sql: "u.created_at", type: "timestamp" }],
  ["role_id", { sql: "u.role_id", type: "integer" }],
  ["role_name", { sql: "r.name", type: "text" }],
]);

const userColumns =
  "u.id, u.username, u.email, u.firstname, u.lastname, u.is_active, u.created_at, u.role_id, r.name as role_name";
const users = "admin_user u join admin_role r on r.id = u.role_id";

/** Returns a role, or undefined if there is none. */
export async function readRole(db: Db, id: number): Promise<AdminRole | undefined> {
  return (await db.models.adminRole.findUnique({ where: { id } })) ?? undefined;
}

/** Returns an administrator, or undefined if there is none. */
export async function readAdmin(db: Db, id: number): Promise<AdminUser | undefined> {
  const found = await db.models.adminUser.findUnique({
    where: { id },
    omit: { username_key: true, email_key: true, password_hash: true },
    include: { role: { select: { name: true } } },
  });
  if (!found) return undefined;
  const { role, ...admin } = found;
  return { ...admin, role_name: role.name };
}

/** Returns the roles that match the criteria. */
export const searchRoles = (db: Db, criteria: SearchCriteria): Promise<AdminRoleSearchResults> =>
  searchPage<AdminRole>(db, criteria, {
    field: (name) => roleFields.get(name),
    columns: "r.id, r.name, r.resources",
    from: "admin_role r",
    tieBreaker: "r.id",
  });

/** Returns the administrators that match the criteria. */
export const searchAdmins = (db: Db, criteria: SearchCriteria): Promise<AdminUserSearchResults> =>
  searchPage<AdminUser>(db, criteria, {
    field: (name) => userFields.get(name),
    columns: userColumns,
    from: users,
    tieBreaker: "u.id",
  });
