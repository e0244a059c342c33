import type { Db } from "../../../platform/db/database.js";
import type { Row } from "../../../platform/db/models.js";
import { keyOf } from "../../../platform/db/models.js";

/** The columns of a new administrator. */
export type AdminValues = Pick<
  Row<"adminUser">,
  "username" | "email" | "firstname" | "lastname" | "password_hash" | "role_id" | "is_active"
>;

/** Inserts an administrator and returns the id, or undefined if the user name or email address is taken, ignoring case. */
export async function insertAdmin(db: Db, admin: AdminValues): Promise<number | undefined> {
  const [created] = await db.models.adminUser.createManyAndReturn({
    data: [{ ...admin, username_key: keyOf(admin.username), email_key: keyOf(admin.email) }],
    skipDuplicates: true,
    select: { id: true },
  });
  return created?.id;
}

/** Returns the account with the user name, ignoring case, or undefined if there is none. */
export async function findAdmin(db: Db, username: string) {
  const found = await db.models.adminUser.findUnique({
    where: { username_key: keyOf(username) },
    select: { id: true, password_hash: true, is_active: true },
  });
  return found ?? undefined;
}

/**
 * Returns the id of the active administrator with the user name, or of the first active one; undefined if there is none.
 */
export async function findActiveAdmin(db: Db, username?: string): Promise<number | undefined> {
  const where = { is_active: true, ...(username === undefined ? {} : { username }) };
  const found = await db.models.adminUser.findFirst({ where, orderBy: { id: "asc" }, select: { id: true } });
  return found?.id;
}

/** Returns the first name and email address of an administrator, for emails. */
export const readAdminContact = (db: Db, id: number) =>
  db.models.adminUser.findUniqueOrThrow({ where: { id }, select: { firstname: true, email: true } });

/** Returns the id of the role with the name, or undefined if there is none. */
export async function findRoleByName(db: Db, name: string): Promise<number | undefined> {
  return (await db.models.adminRole.findUnique({ where: { name }, select: { id: true } }))?.id;
}

/** Inserts a role and returns its id, or undefined if the name is taken. */
export async function insertRole(
  db: Db,
  name: string,
  granted: Pick<Row<"adminRole">, "resources" | "price_rights">,
): Promise<number | undefined> {
  const [created] = await db.models.adminRole.createManyAndReturn({
    data: [{ name, ...granted }],
    skipDuplicates: true,
    select: { id: true },
  });
  return created?.id;
}

/** Replaces the password hash of an administrator, unless a concurrent call already did. */
export async function renewAdminHash(
  db: Db,
  id: number,
  { from, to }: { from: string | null; to: string },
): Promise<void> {
  await db.models.adminUser.updateMany({ where: { id, password_hash: from ?? "" }, data: { password_hash: to } });
}
