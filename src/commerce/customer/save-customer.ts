import { admits, UserType } from "../../api/auth/actor.js";
import { audit } from "../../api/auth/audit.rows.js";
import { revokeTokens } from "../../api/auth/tokens/tokens.sql.js";
import type { ConfiguredContext } from "../../api/call/context.js";
import { inputError, missing, noSuchEntity, notAuthorized } from "../../api/call/errors.js";
import { noticeUnknownAttributes } from "../../api/call/notices.js";
import { AccountMails } from "./accounts/account-mails.js";
import { AccountSettings } from "./accounts/account-settings.js";
import { saveAddedFields } from "./attributes/added-fields.js";
import { writeDefaults } from "./addresses/addresses.rows.js";
import type { CustomerAddress } from "./addresses/addresses.types.js";
import { readDefinedAttributes } from "./attributes/attributes.rows.js";
import { checkAddresses } from "./addresses/checked-addresses.js";
import { withoutConfirmationKey } from "./accounts/create-account.js";
import { mergeValues, type CustomValues, missingValues, unknownCodes } from "./attributes/custom-values.js";
import { emailTaken, manage, unknownGroup } from "./customer-errors.js";
import { checkCustomer } from "./customer-rules.js";
import { lockCustomer, readCustomer, updateCustomer } from "./customers.rows.js";
import type { Customer } from "./customers.types.js";
import { resolveAccountScope } from "./accounts/account-scope.js";
import { lockGroupAgainstDeletion } from "./groups/groups.rows.js";
import { emailChangeRefused, isNewEmail } from "./accounts/email-change.js";
import { checkPasswordHash } from "./passwords/password-hash.js";
import { mergeAddresses, saveAddresses, valuesOf } from "./addresses/save-addresses.js";

/** Fields that only callers who manage customers can change, and fields that nobody can change. */
const managedFields = [
  "group_id",
  "website_id",
  "store_id",
  "confirmation",
  "disable_auto_group_change",
  "created_in",
] as const;
const immutableFields = ["created_at", "updated_at"] as const;

const requiredFields = ["email", "firstname", "lastname"] as const;

const defaultNames = ["default_billing", "default_shipping"] as const;

/** A customer as stored, and after the change. */
interface Change {
  readonly id: number;
  readonly before: Customer;
  readonly after: Customer;
  /** Null keeps the stored addresses. */
  readonly addresses: readonly CustomerAddress[] | null;
  readonly values: CustomValues;
  readonly passwordHash: string | null;
}

/** The data of the call besides the customer. */
export interface SaveOptions {
  readonly passwordHash: string | null;
  /** Whether the call may change the email address. */
  readonly mayChangeEmail: boolean;
}

/**
 * Updates the customer with the given id and returns it: fields that are absent or null stay unchanged, except for names and
 * the email address, which an administrator cannot send as null. An empty text deletes a value, and addresses, if given,
 * replace the stored ones. Throws 404 for an unknown id; 400 for a broken rule and an email address that is taken or may not
 * be changed; 401 for a password hash from a caller who may not manage customers. For callers without that permission,
 * groups, websites and other managed fields are ignored.
 */
export async function saveCustomer(
  ctx: ConfiguredContext,
  given: Customer,
  { passwordHash, mayChangeEmail }: SaveOptions,
): Promise<Customer> {
  const { db } = ctx;
  const isManager = admits([manage], ctx.actor);
  if (passwordHash !== null && !isManager) throw notAuthorized([manage]);
  if (passwordHash !== null) await checkPasswordHash(passwordHash);
  if (given.id == null) throw missing(["customerId"]);
  const before = (await lockCustomer(db, given.id)) ? await readCustomer(db, given.id) : undefined;
  if (!before) throw noSuchEntity("customerId", given.id);
  if (isManager) checkDefaults(before, given);
  const after = mergeCustomer(before, given, isManager ? immutableFields : [...immutableFields, ...managedFields]);
  // As in Magento, names and the email address cannot be null.
  for (const name of requiredFields) if (isManager && given[name] === null) after[name] = null;
  const attributes = await readDefinedAttributes(db, "customer");
  const values = mergeValues(valuesOf(before), given.custom_attributes, attributes);
  noticeUnknownAttributes(ctx, unknownCodes(given.custom_attributes, attributes));
  const settings = await AccountSettings.read(db);
  const scope = { storeId: before.store_id ?? 0, websiteId: before.website_id ?? 0 };
  checkCustomer(after, missingValues(values, attributes));
  const addresses = after.addresses ? await checkAddresses(db, { settings, scope }, after.addresses) : null;
  if (isNewEmail(before, after) && !mayChangeEmail) throw emailChangeRefused(ctx);
  const change = { id: given.id, before, after, addresses, values, passwordHash };
  await write(ctx, change, settings);
  await saveAddedFields(db, { id: given.id, given, isManager });
  await auditChange(ctx, change);
  await sendMails(ctx, change);
  const saved = (await readCustomer(db, given.id)) ?? after;
  return isManager ? saved : withoutConfirmationKey(saved);
}

/**
 * Throws 400 unless the default addresses, the given or else the stored ones, are among the given addresses; without
 * addresses, unless the given ones are among the stored addresses. As in Magento, an address with the flag of a default does
 * not replace one that is left out. Customers may leave theirs out.
 */
function checkDefaults(before: Customer, given: Customer): void {
  const addresses = given.addresses ?? before.addresses ?? [];
  if (given.addresses?.length === 0) return;
  for (const name of defaultNames) {
    const id = Number((given[name] === undefined ? before[name] : given[name]) || 0);
    if (id !== 0 && !addresses.some((address) => address.id === id)) {
      throw inputError("The %fieldName value is invalid. Set the correct value and try again.", { fieldName: name });
    }
  }
}

/**
 * Merges the given values into the stored customer, with addresses only if they are given. As in Magento, null stands for
 * a value that was not sent, and the default addresses change only together with addresses.
 */
function mergeCustomer(before: Customer, given: Customer, kept: readonly (keyof Customer)[]): Customer {
  const entries = Object.entries(given).filter(
    ([name, value]) => value != null && !kept.includes(name as keyof Customer),
  );
  const after: Customer = { ...before, addresses: null, ...Object.fromEntries(entries) };
  for (const name of defaultNames) {
    after[name] = (given.addresses && given[name] !== undefined ? given[name] : before[name]) ?? null;
  }
  const book = { customerId: before.id ?? 0, stored: before.addresses ?? [] };
  return { ...after, addresses: after.addresses ? mergeAddresses(book, after.addresses) : null };
}

async function write(ctx: ConfiguredContext, change: Change, settings: AccountSettings): Promise<void> {
  const { db, scope } = ctx;
  const { id, before, after, values, passwordHash } = change;
  const { isShared } = settings;
  if (after.group_id !== before.group_id && !(await lockGroupAgainstDeletion(db, after.group_id ?? 0)))
    throw unknownGroup();
  const hasMoved = after.website_id !== before.website_id || after.store_id !== before.store_id;
  if (hasMoved) {
    const { website_id, store_id } = after;
    const named = store_id === before.store_id ? { website_id: website_id ?? null } : after;
    const { websiteId, storeId } = await resolveAccountScope(db, named, { scope, isShared });
    // As in Magento, 0 is stored, too: the website and the store view of administrators.
    if (website_id !== 0) after.website_id = websiteId;
    if (website_id !== 0 && store_id !== 0) after.store_id = storeId;
  }
  const customer = {
    ...after,
    extension_attributes: { ...before.extension_attributes, ...after.extension_attributes },
  };
  const hasNewEmail = isNewEmail(before, after);
  if (!(await updateCustomer(db, { id, customer, values, passwordHash, hasNewEmail, isShared }))) throw emailTaken();
  await writeAddresses(ctx, change);
}

/** The customer's default address ids apply first; the flags of the addresses override them. */
async function writeAddresses({ db }: ConfiguredContext, { id, before, after, addresses }: Change): Promise<void> {
  if (!addresses) return;
  const stored = before.addresses ?? [];
  const idOf = (name: "default_billing" | "default_shipping") => Number(after[name] || 0) || null;
  const defaults = { billing: idOf("default_billing"), shipping: idOf("default_shipping") };
  if (defaultNames.some((name) => after[name] !== (before[name] ?? null))) await writeDefaults(db, id, defaults);
  const marked = stored.map(({ default_billing: _billing, default_shipping: _shipping, ...address }) => ({
    ...address,
    default_billing: address.id === defaults.billing,
    default_shipping: address.id === defaults.shipping,
  }));
  await saveAddresses(db, { customerId: id, stored: marked }, addresses);
}

/** Records that somebody who manages customers has set a password or an email address. */
async function auditChange(ctx: ConfiguredContext, { id, before, after, passwordHash }: Change): Promise<void> {
  if (!admits([manage], ctx.actor)) return;
  const subject = { type: UserType.customer, id, name: after.email ?? "" };
  if (passwordHash !== null) await audit(ctx.db, ctx, { event: "customer password changed", ...subject });
  if (isNewEmail(before, after)) await audit(ctx.db, ctx, { event: "customer email changed", ...subject });
}

/** The holder of a token may not know the new password, so all tokens are revoked. */
async function sendMails(ctx: ConfiguredContext, change: Change): Promise<void> {
  const { id, before, after, passwordHash } = change;
  if (passwordHash !== null) await revokeTokens(ctx.db, { type: UserType.customer, id });
  const hasNewEmail = isNewEmail(before, after);
  if (passwordHash === null && !hasNewEmail) return;
  const mails = await AccountMails.for(ctx, after);
  if (hasNewEmail) await mails.mailEmailChanged(before.email ?? "");
  if (passwordHash !== null) await mails.mailPasswordChanged();
}
