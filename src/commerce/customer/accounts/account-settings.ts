import { batched } from "../../../platform/db/batched.js";
import type { Db } from "../../../platform/db/database.js";
import { globalScope, readSettings, type Settings, type SettingScope } from "../../store/published.js";
import type { NeededDetails } from "../addresses/address-rules.js";
import { defaultGroupPath } from "../groups/default-group.js";
import { passwordSettings } from "../passwords/password-rules.js";

const sharingPath = "customer/account_share/scope";
const confirmationPath = "customer/create_account/confirm";
const details = {
  telephone: "customer/address/telephone_show",
  company: "customer/address/company_show",
  fax: "customer/address/fax_show",
} as const;

const streetLinesPath = "customer/address/street_lines";

const paths = [
  ...[...passwordSettings, ...Object.values(details)],
  ...[sharingPath, confirmationPath, defaultGroupPath, streetLinesPath],
];

/** The settings of customer accounts. */
export class AccountSettings {
  private constructor(readonly settings: Settings) {}

  static async read(db: Db): Promise<AccountSettings> {
    return new AccountSettings(await readSettings(db, paths));
  }

  /** Whether all websites share accounts. */
  get isShared(): boolean {
    return this.settings.value(sharingPath, globalScope) === "0";
  }

  /** Whether an email address must be confirmed before its account can be used. */
  needsConfirmation(scope: SettingScope): boolean {
    return this.settings.isOn(confirmationPath, scope);
  }

  /** The default group of new customers. */
  defaultGroup(scope: SettingScope): number {
    return this.settings.number(defaultGroupPath, scope);
  }

  /** Maximum number of street lines of an address. */
  streetLines(scope: SettingScope): number {
    return this.settings.number(streetLinesPath, scope);
  }

  /** Contact details that addresses require. */
  neededContacts(scope: SettingScope): NeededContacts {
    return contactsOf(this.settings, scope);
  }
}

type NeededContacts = Omit<NeededDetails, "countries">;

function contactsOf(settings: Settings, scope: SettingScope): NeededContacts {
  const isNeeded = (path: string) => settings.value(path, scope) === "req";
  const { telephone, company, fax } = details;
  return { telephone: isNeeded(telephone), company: isNeeded(company), fax: isNeeded(fax) };
}

/** Returns the contact details that addresses require in a scope; concurrent calls share one read. */
export const neededContacts = batched<SettingScope, NeededContacts>({
  groupBy: () => "",
  load: async (db, scopes) => {
    const settings = await readSettings(db, Object.values(details));
    return scopes.map((scope) => contactsOf(settings, scope));
  },
});
