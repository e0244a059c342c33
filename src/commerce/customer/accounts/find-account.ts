import type { Context } from "../../../api/call/context.js";
import { AccountSettings } from "./account-settings.js";
import { readDefaultWebsite } from "../../store/published.js";
import { type Account, findAccount } from "./accounts.rows.js";

/** The email address of an account and its website, which defaults to the website of the call. */
export interface AccountLookup {
  readonly email: string;
  readonly websiteId?: number | null | undefined;
}

/** Returns the account with the email address, and the website of the look-up. */
export async function findAccountByEmail(
  { db, scope }: Context,
  { email, websiteId: given }: AccountLookup,
): Promise<{ readonly account: Account | undefined; readonly websiteId: number }> {
  const { isShared } = await AccountSettings.read(db);
  const websiteId = given ?? (scope.websiteId || (await readDefaultWebsite(db)));
  return { account: await findAccount(db, email, { websiteId, isShared }), websiteId };
}
