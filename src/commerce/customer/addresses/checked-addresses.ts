import type { Db } from "../../../platform/db/database.js";
import { readAddressCountries } from "../../directory/published.js";
import type { SettingScope } from "../../store/published.js";
import { aggregate } from "../../../api/call/errors.js";
import type { AccountSettings } from "../accounts/account-settings.js";
import { bookRegionOf, brokenBookRules, isInAllowedCountry } from "./address-rules.js";
import type { CustomerAddress } from "./addresses.types.js";

/** Settings and their scope, by which addresses are checked. */
interface Basis {
  readonly settings: AccountSettings;
  readonly scope: SettingScope;
  /** Whether addresses in countries that are not allowed are left out, as Magento does for a new account. */
  readonly skipsOtherCountries?: boolean;
}

/**
 * Returns addresses with complete regions. Throws 400 for the rules of the settings that the first wrong address breaks.
 */
export async function checkAddresses(db: Db, by: Basis, all: readonly CustomerAddress[]): Promise<CustomerAddress[]> {
  const countryIds = all.map((address) => address.country_id ?? "");
  const countries = await readAddressCountries(db, countryIds, by.scope);
  const needed = { ...by.settings.neededContacts(by.scope), countries, streetLines: by.settings.streetLines(by.scope) };
  const given = by.skipsOtherCountries ? all.filter((address) => isInAllowedCountry(address, needed)) : all;
  return given.map((address) => {
    const broken = brokenBookRules(address, needed);
    if (broken.length > 0) throw aggregate(broken);
    return { ...address, region: bookRegionOf(address, countries) };
  });
}
