import { alreadyExists, inputError, WebapiError } from "../../api/call/errors.js";

/** The permission to create and change customers. */
export const manage = "Magento_Customer::manage";

/** 400 for an email address that another customer has, ignoring case. */
export const emailTaken = () =>
  alreadyExists("A customer with the same email address already exists in an associated website.");

/** 400 for an unknown customer group. */
export const unknownGroup = () => inputError("The specified customer group id does not exist.");

/** 401 for a wrong current password. */
export const passwordMismatch = () =>
  new WebapiError("NOT_AUTHORIZED", "The password doesn't match this account. Verify the password and try again.");

/** 400 for a wrong or outdated key. */
export const tokenMismatch = () => inputError("The password token is mismatched. Reset and try again.");
