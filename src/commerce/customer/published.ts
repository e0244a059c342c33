// Everything that other domains may import from here, besides shapes.

export { AccountSettings } from "./accounts/account-settings.js";
export { addToAddressBook } from "./addresses/address-book.js";
export { brokenAddressRules, brokenLengthRules, type NeededDetails, regionOf } from "./addresses/address-rules.js";
export { readAddress } from "./addresses/addresses.rows.js";
export { readDefinedAttributes } from "./attributes/attributes.rows.js";
export { mergeValues, type CustomValues, toCustomAttributes } from "./attributes/custom-values.js";
export { brokenCustomerRules } from "./customer-rules.js";
export { readCustomers } from "./customers.rows.js";
export { lockGroupAgainstDeletion, lockGroups } from "./groups/groups.rows.js";
export { neededContacts } from "./accounts/account-settings.js";
export { hasGroupOfTaxClass, readGroup } from "./groups/groups.rows.js";
export { readShopper, type Shopper } from "./shopper.sql.js";
