import type { ConfiguredContext } from "../../../api/call/context.js";
import { inputError, noSuchEntity } from "../../../api/call/errors.js";
import { AccountMails } from "./account-mails.js";
import { AccountSettings } from "./account-settings.js";
import { type Account, confirmAccount, readAccount } from "./accounts.rows.js";
import { readCustomer } from "../customers.rows.js";
import type { Customer } from "../customers.types.js";
import { type AccountLookup, findAccountByEmail } from "./find-account.js";

/** Returns the confirmation status of an account, as Magento calls it. Throws 404 for an unknown customer. */
export async function readConfirmationStatus(ctx: ConfiguredContext, customerId: number): Promise<string> {
  const account = await readAccount(ctx.db, customerId);
  if (!account) throw noSuchEntity("customerId", customerId);
  const settings = await AccountSettings.read(ctx.db);
  const scope = { storeId: account.store_id, websiteId: account.website_id };
  if (!settings.needsConfirmation(scope)) return "account_confirmation_not_required";
  return account.confirmation ? "account_confirmation_required" : "account_confirmed";
}

/** Emails the confirmation key again. Throws 404 for an unknown address, 400 for one that needs no confirmation. */
export async function resendConfirmation(
  ctx: ConfiguredContext,
  lookup: AccountLookup,
  redirectUrl: string | null,
): Promise<void> {
  const { confirmation, ...account } = await requireAccountByEmail(ctx, lookup);
  if (!confirmation) throw inputError("Confirmation isn't needed.");
  await (await AccountMails.for(ctx, account)).mailConfirmation(confirmation, redirectUrl);
}

/** Confirms the email address of the given account; otherwise like `activateById`. */
export async function activate(ctx: ConfiguredContext, lookup: AccountLookup, key: string): Promise<Customer> {
  return confirm(ctx, await requireAccountByEmail(ctx, lookup), key);
}

/**
 * Confirms a customer's email address with the emailed key, emails a welcome and returns the customer. Throws 404 for an
 * unknown customer, 400 for a wrong key and for an address that is already confirmed.
 */
export async function activateById(ctx: ConfiguredContext, customerId: number, key: string): Promise<Customer> {
  const account = await readAccount(ctx.db, customerId);
  if (!account) throw noSuchEntity("customerId", customerId);
  return confirm(ctx, account, key);
}

async function requireAccountByEmail(ctx: ConfiguredContext, lookup: AccountLookup): Promise<Account> {
  const { account, websiteId } = await findAccountByEmail(ctx, lookup);
  if (!account) throw noSuchEntity("email", lookup.email, ["websiteId", websiteId]);
  return account;
}

async function confirm(ctx: ConfiguredContext, account: Account, key: string): Promise<Customer> {
  if (!account.confirmation) throw inputError("The account is already active.");
  if (account.confirmation !== key || !(await confirmAccount(ctx.db, account.id, key))) {
    throw inputError("The confirmation token is invalid. Verify the token and try again.");
  }
  await (await AccountMails.for(ctx, account)).mailWelcome();
  const customer = await readCustomer(ctx.db, account.id);
  if (!customer) throw noSuchEntity("customerId", account.id);
  return customer;
}
