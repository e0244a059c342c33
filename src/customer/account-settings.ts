import type { Db } from "../db/database.js";
import { readSettings, type Settings, type SettingScope } from "../store/published.js";
import type { NeededDetails } from "./address-rules.js";
import { defaultGroupPath } from "./default-group.js";
import { passwordSettings } from "./password-rules.js";

const sharing = "customer/account_share/scope";
const confirming = "customer/create_account/confirm";
const details = {
  telephone: "customer/address/telephone_show",
  company: "customer/address/company_show",
  fax: "customer/address/fax_show",
} as const;

const globally: SettingScope = { storeId: 0, websiteId: 0 };
const paths = [...passwordSettings, ...Object.values(details), sharing, confirming, defaultGroupPath];

/** What the settings say of customers' accounts. */
export class AccountSettings {
  private constructor(readonly settings: Settings) {}

  static async read(db: Db): Promise<AccountSettings> {
    return new AccountSettings(await readSettings(db, paths));
  }

  /** Whether accounts are for all websites together, rather than for one each. */
  get isShared(): boolean {
    return this.settings.value(sharing, globally) === "0";
  }

  /** Whether an e-mail address has to be confirmed before its account can be used. */
  needsConfirmation(scope: SettingScope): boolean {
    return this.settings.isOn(confirming, scope);
  }

  /** The group that new customers get. */
  defaultGroup(scope: SettingScope): number {
    return this.settings.number(defaultGroupPath, scope);
  }

  /** Which contact details addresses need. */
  neededContacts(scope: SettingScope): Omit<NeededDetails, "countries"> {
    const isNeeded = (path: string) => this.settings.value(path, scope) === "req";
    const { telephone, company, fax } = details;
    return { telephone: isNeeded(telephone), company: isNeeded(company), fax: isNeeded(fax) };
  }
}
