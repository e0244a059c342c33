import type { Db } from "../db/database.js";
import { aggregate, alreadyExists, inputError, type Reason } from "../call/errors.js";
import { demandKnown } from "./acl.js";
import { UserType } from "./actor.js";
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
  const found = await db.one<{ id: number }>(`select id from admin_role where name = $1::text`, [role]);
  if (!found) throw inputError('The role "%1" does not exist.', [role]);
  const created = await db.one<{ id: number }>(
    `insert into admin_user (username, username_key, email, email_key, firstname, lastname, password_hash, role_id)
     values ($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::int)
     on conflict do nothing
     returning id`,
    [
      admin.username,
      admin.username.toLowerCase(),
      admin.email,
      admin.email.toLowerCase(),
      admin.firstname,
      admin.lastname,
      await hashPassword(admin.password),
      found.id,
    ],
  );
  if (!created) throw alreadyExists("A user with the same user name or email already exists.");
  const { username: name } = admin;
  await audit(db, undefined, { event: "administrator created", type: UserType.administrator, id: created.id, name });
  return created.id;
}

/** Whether an administrator with the user name exists, in any case. */
export async function isAdmin(db: Db, username: string): Promise<boolean> {
  const found = await db.query(`select id from admin_user where username_key = $1::text`, [username.toLowerCase()]);
  return found.length > 0;
}

/** Creates a role with the resources and returns its id. Throws 400 for an unknown resource. */
export async function createRole(db: Db, name: string, resources: readonly string[]): Promise<number> {
  demandKnown(resources);
  if (name.trim() === "") throw inputError('"%fieldName" is required. Enter and try again.', { fieldName: "name" });
  const created = await db.one<{ id: number }>(
    `insert into admin_role (name, resources) values ($1::text, $2::text[]) on conflict do nothing returning id`,
    [name, [...new Set(resources)]],
  );
  if (!created) throw alreadyExists('A role with the name "%1" already exists.', [name]);
  await audit(db, undefined, { event: "role created", type: null, id: null, name });
  return created.id;
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
