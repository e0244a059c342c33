import { UserType } from "../../../api/auth/actor.js";
import { hashPassword } from "../../../api/auth/sign-in/password.js";
import { verifyCustomerPassword } from "../../../api/auth/sign-in/sign-in.js";
import { tokenHash } from "../../../api/auth/tokens/tokens.js";
import { revokeTokens } from "../../../api/auth/tokens/tokens.sql.js";
import { globalScope, readSettings } from "../../store/published.js";
import type { ConfiguredContext } from "../../../api/call/context.js";
import { inputError, invalid, missing, noSuchEntity } from "../../../api/call/errors.js";
import { AccountMails } from "../accounts/account-mails.js";
import { type Account, readAccount, replacePassword, setPasswordByToken } from "../accounts/accounts.rows.js";
import { shopAccounts } from "../accounts/shop-accounts.js";
import { passwordMismatch, tokenMismatch } from "../customer-errors.js";
import { type AccountLookup, findAccountByEmail } from "../accounts/find-account.js";
import { checkPassword, passwordSettings, resetHours } from "./password-rules.js";
import { findResetToken, issueResetToken, recordResetRequest } from "./reset-tokens.rows.js";

const protectionPath = "customer/password/password_reset_protection_type";
const maxRequestsPath = "customer/password/max_number_password_reset_requests";
const minMinutesPath = "customer/password/min_time_between_password_reset_requests";
const support = "trans_email/ident_support/email";
/** The passwords that a customer sends. */
export interface PasswordChange {
  readonly current: string;
  readonly next: string;
}

/**
 * Sets a new password for the customer, revokes all tokens and notifies by email. Starts its own transactions: a wrong
 * current password is counted although the call fails. Throws 401 for a wrong password and while the account is locked,
 * 400 if the new password breaks a rule.
 */
export async function changePassword(
  ctx: ConfiguredContext,
  customerId: number,
  { current, next }: PasswordChange,
): Promise<void> {
  const account = await readAccount(ctx.db, customerId);
  if (!account || !(await verifyCustomerPassword({ ...ctx, accounts: shopAccounts }, account, current)))
    throw passwordMismatch();
  checkPassword(next, account.email, await readSettings(ctx.db, passwordSettings));
  const hash = await hashPassword(next);
  await ctx.db.transaction(async (db) => {
    if (!(await replacePassword(db, account, hash))) throw passwordMismatch();
    await revokeTokensAndNotify({ ...ctx, db }, account);
  });
}

/** Revokes all tokens, because someone without the new password may have one, and sends the account an email. */
async function revokeTokensAndNotify(ctx: ConfiguredContext, account: Account): Promise<void> {
  await revokeTokens(ctx.db, { type: UserType.customer, id: account.id });
  await (await AccountMails.for(ctx, account)).mailPasswordChanged();
}

const templates = ["email_reminder", "email_reset"] as const;

/**
 * Emails a customer a password reset token. Throws 400 for an unknown template and for too many requests, 404 for an
 * unknown email address unless the settings hide accounts.
 */
export async function requestPasswordReset(
  ctx: ConfiguredContext,
  lookup: AccountLookup,
  template: string,
): Promise<void> {
  if (!(templates as readonly string[]).includes(template)) throw unknownTemplate(template);
  await limitRequests(ctx, lookup.email);
  const { account, websiteId } = await findAccountByEmail(ctx, lookup);
  if (account) {
    const token = await issueResetToken(ctx.db, account.id);
    await (await AccountMails.for(ctx, account)).mailPasswordReset(token);
  } else if (!ctx.config.PORTICO_HIDE_ACCOUNTS) {
    throw noSuchEntity("email", lookup.email, ["websiteId", websiteId]);
  }
}

const unknownTemplate = (template: string) =>
  inputError(
    'Invalid value of "%value" provided for the %fieldName field. Possible values: %template1 or %template2.',
    { value: template, fieldName: "template", template1: templates[0], template2: templates[1] },
  );

async function limitRequests({ db }: ConfiguredContext, email: string): Promise<void> {
  const settings = await readSettings(db, [protectionPath, maxRequestsPath, minMinutesPath, support]);
  if (settings.value(protectionPath, globalScope) === "0") return;
  const perHour = settings.number(maxRequestsPath, globalScope);
  const minutesBetween = settings.number(minMinutesPath, globalScope);
  if (await recordResetRequest(db, email, { perHour, minutesBetween })) return;
  throw inputError(
    "We received too many requests for password resets. Please wait and try again later or contact %1.",
    [settings.value(support, globalScope)],
  );
}

/** Returns true if a token can set the password of a customer. Throws 400 or 404 with the reason otherwise. */
export async function checkResetToken(ctx: ConfiguredContext, customerId: number, token: string): Promise<true> {
  if (customerId <= 0) {
    throw invalid("customerId", customerId);
  }
  const account = await readAccount(ctx.db, customerId);
  if (!account) throw noSuchEntity("customerId", customerId);
  await requireResetToken(ctx, account, token);
  return true;
}

/**
 * Sets a new password with a token, which is used up, and revokes all access tokens. The email address can be empty:
 * the token identifies the customer. Throws 404 for an unknown address, 400 for a wrong or expired token and a password
 * that breaks a rule.
 */
export async function resetPassword(
  ctx: ConfiguredContext,
  lookup: AccountLookup,
  given: { readonly token: string; readonly password: string },
): Promise<void> {
  const account = await requireAccountToReset(ctx, lookup, given.token);
  await requireResetToken(ctx, account, given.token);
  checkPassword(given.password, account.email, await readSettings(ctx.db, passwordSettings));
  const change = { id: account.id, tokenHash: tokenHash(given.token), hash: await hashPassword(given.password) };
  if (!(await setPasswordByToken(ctx.db, change))) throw tokenMismatch();
  await revokeTokensAndNotify(ctx, account);
}

async function requireAccountToReset(ctx: ConfiguredContext, lookup: AccountLookup, token: string): Promise<Account> {
  if (lookup.email === "") {
    const found = await findResetToken(ctx.db, token, 1);
    const account = found && (await readAccount(ctx.db, found.customerId));
    if (!account) throw tokenMismatch();
    return account;
  }
  const { account, websiteId } = await findAccountByEmail(ctx, lookup);
  if (account) return account;
  throw ctx.config.PORTICO_HIDE_ACCOUNTS
    ? tokenMismatch()
    : noSuchEntity("email", lookup.email, ["websiteId", websiteId]);
}

async function requireResetToken({ db }: ConfiguredContext, account: Account, token: string): Promise<void> {
  if (token === "") throw missing(["resetPasswordLinkToken"]);
  const settings = await readSettings(db, resetHours.paths);
  const hours = resetHours.of(settings, { storeId: account.store_id, websiteId: account.website_id });
  const found = await findResetToken(db, token, hours);
  if (found?.customerId !== account.id) throw tokenMismatch();
  if (found.isExpired) throw inputError("The password token is expired. Reset and try again.");
}
