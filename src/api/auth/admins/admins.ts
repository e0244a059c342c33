import type { Db } from "../../../platform/db/database.js";
import { aggregate, alreadyExists, inputError, type Reason } from "../../call/errors.js";
import { requireKnownResources } from "../acl.js";
import { UserType } from "../actor.js";
import { findAdmin, insertAdmin, insertRole, findRoleByName } from "./admins.rows.js";
import { audit, type By } from "../audit.rows.js";
import { isEmailAddress } from "../email-address.js";
import { hashPassword } from "../sign-in/password.js";

/** A new administrator; `role` is the name of a role, `Administrators` (all rights) by default. */
export interface NewAdmin {
  readonly username: string;
  readonly password: string;
  readonly email: string;
  readonly firstname: string;
  readonly lastname: string;
  readonly role?: string | undefined;
  /** True by default. */
  readonly isActive?: boolean | undefined;
}

const minPasswordLength = 7;
const administrators = "Administrators";

/**
 * Creates an administrator and returns the id. Throws 400 for values that break Magento's rules for administrators, a user
 * name or email address that is taken (ignoring case), and an unknown role.
 */
export async function createAdmin(db: Db, admin: NewAdmin, by?: By): Promise<number> {
  const reasons = [...brokenNameRules(admin), ...brokenPasswordRules(admin.password)];
  if (reasons.length > 0) throw aggregate(reasons);
  const role = admin.role ?? administrators;
  const roleId = await findRoleByName(db, role);
  if (roleId === undefined) throw inputError('The role "%1" does not exist.', [role]);
  const { username, email, firstname, lastname } = admin;
  const passwordHash = await hashPassword(admin.password);
  const values = { username, email, firstname, lastname, password_hash: passwordHash, role_id: roleId };
  const isActive = admin.isActive ?? true;
  const id = await insertAdmin(db, { ...values, is_active: isActive });
  if (id === undefined) throw nameTaken();
  await audit(db, by, { event: "administrator created", type: UserType.administrator, id, name: username });
  return id;
}

/** 400 for a user name or email address that is taken. */
export const nameTaken = () => alreadyExists("A user with the same user name or email already exists.");

/** Whether an administrator with the user name exists, ignoring case. */
export const isAdmin = async (db: Db, username: string): Promise<boolean> =>
  (await findAdmin(db, username)) !== undefined;

/** Throws 400 for an unknown resource and an empty name. */
export function checkRole(name: string, resources: readonly string[]): void {
  requireKnownResources(resources);
  if (name.trim() === "") throw inputError('"%fieldName" is required. Enter and try again.', { fieldName: "name" });
}

/** 400 for the name of another role. */
export const roleNameTaken = (name: string) => alreadyExists('A role with the name "%1" already exists.', [name]);

/** Creates a role with the resources and returns its id. Throws as `insertNewRole` does. */
export const createRole = (db: Db, name: string, resources: readonly string[]): Promise<number> =>
  insertNewRole(db, { name, resources });

/**
 * Creates a role with the resources and returns its id. The role gets the price rights of its creator. Throws 400 for an
 * unknown resource, an empty name and a name that is taken.
 */
export async function insertNewRole(
  db: Db,
  { name, resources }: { readonly name: string; readonly resources: readonly string[] },
  by?: By,
): Promise<number> {
  checkRole(name, resources);
  const granted = { resources: [...new Set(resources)], price_rights: [...(by?.actor.priceRights ?? [])] };
  const id = await insertRole(db, name, granted);
  if (id === undefined) throw roleNameTaken(name);
  await audit(db, by, { event: "role created", type: null, id: null, name });
  return id;
}

/** Returns the rules that the names and email address of an administrator break. */
export function brokenNameRules(admin: Pick<NewAdmin, "username" | "firstname" | "lastname" | "email">): Reason[] {
  const isRequired = (label: string) => ({ message: `"${label}" is required. Enter and try again.` });
  return [
    ...(admin.username.trim() === "" ? [isRequired("User Name")] : []),
    ...(admin.firstname.trim() === "" ? [isRequired("First Name")] : []),
    ...(admin.lastname.trim() === "" ? [isRequired("Last Name")] : []),
    ...(isEmailAddress(admin.email) ? [] : [{ message: "Please enter a valid email." }]),
  ];
}

/** Returns the rules that a password of an administrator breaks. */
export function brokenPasswordRules(password: string): Reason[] {
  if (password === "") return [{ message: "Password is required field." }];
  const isLong = [...password].length >= minPasswordLength;
  const isMixed = /[a-z]/i.test(password) && /\d/.test(password);
  return [
    ...(isLong ? [] : [{ message: "Your password must be at least %1 characters.", parameters: [minPasswordLength] }]),
    ...(isMixed ? [] : [{ message: "Your password must include both numeric and alphabetic characters." }]),
  ];
}
