// Everything that other domains may import from here, besides shapes.

export { AccountSettings } from "./account-settings.js";
export { addToAddressBook } from "./address-book.js";
export { brokenAddressRules, brokenLengthRules, type NeededDetails, regionOf } from "./address-rules.js";
export { readAddress } from "./addresses.rows.js";
export { readDefinedAttributes } from "./attributes.rows.js";
export { withoutConfirmationKey } from "./create-account.js";
export { mergeValues, type CustomValues, toCustomAttributes } from "./custom-values.js";
export { brokenCustomerRules } from "./customer-rules.js";
export { readCustomers } from "./customers.rows.js";
export { lockGroupAgainstDeletion, lockGroups } from "./groups.rows.js";
export { neededContacts } from "./account-settings.js";
export { findAccount, renewCustomerHash } from "./accounts.rows.js";
export { hasGroupOfTaxClass, readGroup } from "./groups.rows.js";
export { readShopper, type Shopper } from "./shopper.sql.js";
