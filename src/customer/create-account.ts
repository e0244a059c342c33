import { admits } from "../auth/actor.js";
import { hashPassword } from "../auth/password.js";
import { newToken } from "../auth/tokens.js";
import { readSettings, type Settings, type SettingScope } from "../store/settings.js";
import type { Context } from "../webapi/context.js";
import { aggregate, alreadyExists, inputError, notAuthorized } from "../webapi/errors.js";
import { brokenAddressRules } from "./address-rules.js";
import { brokenCustomerRules } from "./customer-rules.js";
import { holdGroup, insertAddresses, insertCustomer, readCustomer } from "./customers.rows.js";
import type { Customer } from "./customers.types.js";
import { defaultGroupPath } from "./default-group.js";
import { homeOf } from "./home.js";
import { checkPassword, passwordSettings } from "./password-rules.js";

const manage = "Magento_Customer::manage";
const sharing = "customer/account_share/scope";
const confirming = "customer/create_account/confirm";
const detail = { telephone: "customer/address/telephone_show", company: "customer/address/company_show" } as const;
const fax = "customer/address/fax_show";

/**
 * Creates an account and gives it back as stored. Of what only the service or an administrator decides, `group_id` is
 * refused (401) and the rest ignored where the caller may not manage customers. 400 for what breaks a rule of names,
 * addresses and passwords, and for an e-mail address that is taken on the website in any case.
 */
export async function createAccount(ctx: Context, given: Customer, password: string | null): Promise<Customer> {
  const { db, actor, scope } = ctx;
  const isManager = admits([manage], actor);
  if (given.group_id != null && !isManager) throw notAuthorized([manage]);
  const customer = isManager ? given : { ...given, confirmation: null, disable_auto_group_change: null };
  const settings = await readSettings(db, [
    ...passwordSettings,
    ...Object.values(detail),
    ...[fax, sharing, confirming, defaultGroupPath],
  ]);
  if (password !== null) checkPassword(password, customer.email ?? "", settings);
  const isShared = settings.value(sharing, { storeId: 0, websiteId: 0 }) === "0";
  const home = await homeOf(db, customer, { scope, isShared });
  checkFields(customer, settings, home);
  const groupId = customer.group_id ?? settings.number(defaultGroupPath, home);
  if (!(await holdGroup(db, groupId))) throw inputError("The specified customer group id does not exist.");
  const id = await insertCustomer(db, customer, {
    ...home,
    createdIn: home.storeName,
    groupId,
    isShared,
    passwordHash: password === null ? null : await hashPassword(password),
    confirmation: settings.isOn(confirming, home) ? newToken() : customer.confirmation || null,
  });
  if (id === undefined) {
    throw alreadyExists("A customer with the same email address already exists in an associated website.");
  }
  await insertAddresses(db, id, customer.addresses ?? []);
  return stored(ctx, id, isManager);
}

function checkFields(customer: Customer, settings: Settings, home: SettingScope): void {
  const isNeeded = (path: string) => settings.value(path, home) === "req";
  const needed = { telephone: isNeeded(detail.telephone), company: isNeeded(detail.company), fax: isNeeded(fax) };
  const reasons = [
    ...brokenCustomerRules(customer),
    ...(customer.addresses ?? []).flatMap((address) => brokenAddressRules(address, needed)),
  ];
  if (reasons.length > 0) throw aggregate(reasons);
}

/** The key that confirms an e-mail address goes to that address alone, so only administrators see it here. */
async function stored({ db }: Context, id: number, isManager: boolean): Promise<Customer> {
  const { confirmation, ...customer } = (await readCustomer(db, id)) ?? {};
  return isManager && confirmation != null ? { ...customer, confirmation } : customer;
}
