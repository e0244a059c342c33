import { admits } from "../../../api/auth/actor.js";
import { hashPassword } from "../../../api/auth/sign-in/password.js";
import { newToken } from "../../../api/auth/tokens/tokens.js";
import type { ConfiguredContext } from "../../../api/call/context.js";
import { inputError, notAuthorized } from "../../../api/call/errors.js";
import { notice } from "../../../api/call/notices.js";
import { recordEvents } from "../../events/published.recording.js";
import { AccountMails } from "./account-mails.js";
import { AccountSettings } from "./account-settings.js";
import { readDefinedAttributes } from "../attributes/attributes.rows.js";
import { checkAddresses } from "../addresses/checked-addresses.js";
import { mergeValues, missingValues } from "../attributes/custom-values.js";
import { checkCustomer } from "../customer-rules.js";
import { saveAddedFields } from "../attributes/added-fields.js";
import { insertCustomer, readCustomer } from "../customers.rows.js";
import type { Customer } from "../customers.types.js";
import { emailTaken, manage, unknownGroup } from "../customer-errors.js";
import { lockGroupAgainstDeletion } from "../groups/groups.rows.js";
import { resolveAccountScope } from "./account-scope.js";
import { checkPassword } from "../passwords/password-rules.js";
import { issueResetToken } from "../passwords/reset-tokens.rows.js";
import { saveAddresses } from "../addresses/save-addresses.js";

/** The data of a new account besides the customer. */
export interface NewAccount {
  /** If null, nobody can sign in until a password is set. */
  readonly password: string | null;
  /** URL to which the link in the email redirects. */
  readonly redirectUrl: string | null;
}

/**
 * Creates an account, returns it and queues the welcome email, unless the account is imported from another shop. If the
 * caller may not manage customers, `group_id` is rejected (401) and other fields that only the service or an administrator
 * sets are ignored. Addresses in countries that are not allowed are left out. Throws 400 for broken rules of names, addresses
 * and passwords, and for an email address that is taken on the website, ignoring case.
 */
export async function createAccount(ctx: ConfiguredContext, given: Customer, account: NewAccount): Promise<Customer> {
  const isManager = admits([manage], ctx.actor);
  if (given.group_id != null && !isManager) throw notAuthorized([manage]);
  const customer = isManager
    ? given
    : { ...given, confirmation: null, disable_auto_group_change: null, created_at: null };
  const settings = await AccountSettings.read(ctx.db);
  if (account.password !== null) checkPassword(account.password, customer.email ?? "", settings.settings);
  const id = await insert(ctx, customer, { settings, password: account.password });
  const stored = await readCustomer(ctx.db, id);
  if (!stored) throw inputError("The customer was deleted while being created.");
  if (!ctx.isImport) await queueFirstMail(ctx, stored, account);
  const { group_id, website_id, store_id } = stored;
  await recordEvents(ctx.db, [{ type: "customer.created", data: { id, group_id, website_id, store_id } }]);
  return isManager ? stored : withoutConfirmationKey(stored);
}

async function insert(
  ctx: ConfiguredContext,
  customer: Customer,
  { settings, password }: { readonly settings: AccountSettings; readonly password: string | null },
): Promise<number> {
  const { db, scope } = ctx;
  const { isShared } = settings;
  const accountScope = await resolveAccountScope(db, customer, { scope, isShared });
  const attributes = await readDefinedAttributes(db, "customer");
  const values = mergeValues({}, customer.custom_attributes, attributes);
  const given = (customer.addresses ?? []).map((address) => ({ ...address, id: null }));
  checkCustomer(customer, missingValues(values, attributes));
  const addresses = await checkAddresses(db, { settings, scope: accountScope, skipsOtherCountries: true }, given);
  if (addresses.length < given.length) notice(ctx, "left out addresses in countries that are not allowed");
  const groupId = customer.group_id ?? settings.defaultGroup(accountScope);
  if (!(await lockGroupAgainstDeletion(db, groupId))) throw unknownGroup();
  const id = await insertCustomer(db, customer, {
    ...accountScope,
    createdIn: accountScope.storeName,
    groupId,
    isShared,
    values,
    passwordHash: password === null ? null : await hashPassword(password),
    confirmation: settings.needsConfirmation(accountScope) ? newToken() : customer.confirmation || null,
  });
  if (id === undefined) throw emailTaken();
  await saveAddresses(db, { customerId: id, stored: [] }, addresses);
  await saveAddedFields(db, { id, given: customer, isManager: admits([manage], ctx.actor) });
  return id;
}

/** Queues the first email to a customer: to confirm the address, to set a password, or to welcome. */
async function queueFirstMail(
  ctx: ConfiguredContext,
  customer: Customer,
  { password, redirectUrl }: NewAccount,
): Promise<void> {
  const mails = await AccountMails.for(ctx, customer);
  if (customer.confirmation) return mails.mailConfirmation(customer.confirmation, redirectUrl);
  if (password !== null) return mails.mailWelcome();
  return mails.mailWelcomeWithoutPassword(await issueResetToken(ctx.db, customer.id ?? 0));
}

/** Only administrators see the confirmation key here; everyone else gets it by email. */
export const withoutConfirmationKey = ({ confirmation: _, ...customer }: Customer): Customer => customer;
