import type { Db } from "../../../platform/db/database.js";
import { readAddressCountries } from "../../directory/published.js";
import type { SettingScope } from "../../store/published.js";
import type { Reason } from "../../../api/call/errors.js";
import type { AccountSettings } from "../accounts/account-settings.js";
import { brokenAddressRules, regionOf } from "./address-rules.js";
import type { CustomerAddress } from "./addresses.types.js";

/** Addresses with complete regions, and the rules that they break. */
export interface CheckedAddresses {
  readonly addresses: readonly CustomerAddress[];
  readonly reasons: readonly Reason[];
}

/** Validates addresses by the settings of a scope and completes their regions. */
export async function checkAddresses(
  db: Db,
  by: { readonly settings: AccountSettings; readonly scope: SettingScope },
  given: readonly CustomerAddress[],
): Promise<CheckedAddresses> {
  const countryIds = given.map((address) => address.country_id ?? "");
  const countries = await readAddressCountries(db, countryIds, by.scope);
  const needed = { ...by.settings.neededContacts(by.scope), countries };
  return {
    addresses: given.map((address) => ({ ...address, region: regionOf(address, countries) })),
    reasons: given.flatMap((address) => brokenAddressRules(address, needed)),
  };
}
