// What other domains may import about the accounts of customers.

export { accountMailKinds, accountMailValues } from "./accounts/account-mails.js";
export { customerKeys } from "./accounts/customer-keys.sql.js";
export { withoutConfirmationKey } from "./accounts/create-account.js";
export { shopAccounts } from "./accounts/shop-accounts.js";
