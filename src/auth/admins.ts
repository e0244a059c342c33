import type { Db } from "../db/database.js";
import { aggregate, alreadyExists, inputError, type Reason } from "../call/errors.js";
import { demandKnown } from "./acl.js";
import { UserType } from "./actor.js";
import { findAdmin, insertAdmin, insertRole, roleNamed } from "./admins.rows.js";
import { audit } from "./audit.rows.js";
import { isEmailAddress } from "./email-address.js";
import { hashPassword } from "./password.js";

/** A new administrator; `role` is the name of a role, `Administrators` (all rights) by default. */
export interface NewAdmin {
  readonly username: string;
  readonly password: string;
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly role?: string | undefined;
}

const leastPasswordLength = 7;
const administrators = "Administrators";

/**
 * Creates an active administrator and returns the id. Throws 400 for values that break Magento's rules for
 * administrators, a user name or e-mail address that is taken in any case, and an unknown role.
 */
export async function createAdmin(db: Db, admin: NewAdmin): Promise<number> {
  const reasons = brokenRules(admin);
  if (reasons.length > 0) throw aggregate(reasons);
  const role = admin.role ?? administrators;
  const roleId = await roleNamed(db, role);
  if (roleId === undefined) throw inputError('The role "%1" does not exist.', [role]);
  const { username, email, firstname, lastname } = admin;
  const passwordHash = await hashPassword(admin.password);
  const values = { username, email, firstname, lastname, password_hash: passwordHash, role_id: roleId };
  const id = await insertAdmin(db, values);
  if (id === undefined) throw alreadyExists("A user with the same user name or email already exists.");
  await audit(db, undefined, { event: "administrator created", type: UserType.administrator, id, name: username });
  return id;
}

/** Whether an administrator with the user name exists, in any case. */
export const isAdmin = async (db: Db, username: string): Promise<boolean> =>
  (await findAdmin(db, username)) !== undefined;

/** Creates a role with the resources and returns its id. Throws 400 for an unknown resource. */
export async function createRole(db: Db, name: string, resources: readonly string[]): Promise<number> {
  demandKnown(resources);
  if (name.trim() === "") throw inputError('"%fieldName" is required. Enter and try again.', { fieldName: "name" });
  const id = await insertRole(db, name, [...new Set(resources)]);
  if (id === undefined) throw alreadyExists('A role with the name "%1" already exists.', [name]);
  await audit(db, undefined, { event: "role created", type: null, id: null, name });
  return id;
}

function brokenRules(admin: NewAdmin): Reason[] {
  const broken: Reason[] = [];
  const demand = (holds: boolean, message: string, parameters?: readonly number[]) => {
    if (!holds) broken.push(parameters ? { message, parameters } : { message });
  };
  const { password } = admin;
  demand(admin.username.trim() !== "", '"User Name" is required. Enter and try again.');
  demand(admin.firstname.trim() !== "", '"First Name" is required. Enter and try again.');
  demand(admin.lastname.trim() !== "", '"Last Name" is required. Enter and try again.');
  demand(isEmailAddress(admin.email), "Please enter a valid email.");
  demand(password !== "", "Password is required field.");
  if (password === "") return broken;
  const longEnough = [...password].length >= leastPasswordLength;
  demand(longEnough, "Your password must be at least %1 characters.", [leastPasswordLength]);
  const mixed = /[a-z]/i.test(password) && /\d/.test(password);
  demand(mixed, "Your password must include both numeric and alphabetic characters.");
  return broken;
}

/** Returns the id of the active administrator with a name, or of the first one; undefined if there is none. */
export async function findActiveAdmin(db: Db, username?: string): Promise<number | undefined> {
  const where = { is_active: true, ...(username === undefined ? {} : { username }) };
  const found = await db.models.adminUser.findFirst({ where, orderBy: { id: "asc" }, select: { id: true } });
  return found?.id;
}
