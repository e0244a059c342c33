import type { Context } from "../call/context.js";
import { AccountSettings } from "./account-settings.js";
import { type Account, findAccount, websiteOf } from "./accounts.rows.js";

/** An account as a call names it; without a website, that of the call's scope is meant. */
export interface AskedAccount {
  readonly email: string;
  readonly websiteId?: number | null | undefined;
}

/** Finds the account that a call names, and the website that it was looked for on. */
export async function findAsked(
  { db, scope }: Context,
  { email, websiteId: given }: AskedAccount,
): Promise<{ readonly account: Account | undefined; readonly websiteId: number }> {
  const { isShared } = await AccountSettings.read(db);
  const websiteId = given ?? (await websiteOf(db, scope.websiteId));
  return { account: await findAccount(db, email, { websiteId, isShared }), websiteId };
}
