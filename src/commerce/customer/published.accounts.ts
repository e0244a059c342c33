// What other domains may import about the accounts of customers, to those who sign them in.

export { customerKeys } from "./accounts/customer-keys.sql.js";
export { withoutConfirmationKey } from "./accounts/create-account.js";
export { shopAccounts } from "./accounts/shop-accounts.js";
