import { shopAccounts } from "../../../src/commerce/customer/published.accounts.js";
import { randomUUID } from "node:crypto";
import { UserType } from "../../../src/api/auth/actor.js";
import { createAdmin } from "../../../src/api/auth/admins/admins.js";
import { loadActors } from "../../../src/api/auth/actors.sql.js";
import { type LocalProcess, routerOf } from "../../../src/extras/magento-import/shops/local-shop.js";
import type { Services } from "../../../src/services.js";
import type { TestApp } from "../../support/app.js";

/** Returns the dependencies of an import into an application, in the name of a new administrator. */
export async function processOf({ db }: TestApp, { kernel, routes }: Services): Promise<LocalProcess> {
  const username = `importer-${randomUUID()}`;
  const person = { email: `${username}@example.com`, firstname: "I", lastname: "M", role: undefined };
  const userId = await createAdmin(db, { username, password: "correct-horse-1", ...person });
  const key = { userType: UserType.administrator, userId };
  return { kernel, router: routerOf(routes), actor: (await loadActors(db, [key], shopAccounts))(key) };
}
