import { randomInt } from "node:crypto";
import type { Config } from "../../../config.js";
import type { Db } from "../../../platform/db/database.js";
import { lockName } from "../../../platform/db/lock.js";
import { hasAdmins } from "../actors.sql.js";
import { createAdmin } from "./admins.js";
import { isEmailAddress } from "../email-address.js";

/**
 * The administrator of the first start. The password is only returned if it was generated, because it is stored
 * nowhere.
 */
export interface FirstAdmin {
  readonly username: string;
  readonly generatedPassword: string | undefined;
}

/**
 * Creates the configured administrator if there are no administrators. Of two processes that start at once, only one
 * creates it.
 */
export async function ensureAdmin(db: Db, config: Config): Promise<FirstAdmin | undefined> {
  if (await hasAdmins(db)) return undefined;
  return db.transaction(async (tx) => {
    await lockName(tx, "admin_user", "first");
    if (await hasAdmins(tx)) return undefined;
    const username = config.PORTICO_ADMIN_USER;
    const generatedPassword = config.PORTICO_ADMIN_PASSWORD === undefined ? generatePassword() : undefined;
    const password = config.PORTICO_ADMIN_PASSWORD ?? generatedPassword ?? "";
    await createAdmin(tx, {
      username,
      password,
      email: [username, `${username}@example.com`].find(isEmailAddress) ?? "admin@example.com",
      firstname: "First",
      lastname: "Admin",
    });
    return { username, generatedPassword };
  });
}

/** Letters and digits that are easy to tell apart; at least one of each, as the rules for administrators require. */
function generatePassword(): string {
  const letters = "abcdefghijkmnpqrstuvwxyz";
  const digits = "23456789";
  const pick = (from: string) => from.charAt(randomInt(from.length));
  return Array.from({ length: 5 }, () => pick(letters) + pick(letters) + pick(digits) + pick(letters)).join("");
}
