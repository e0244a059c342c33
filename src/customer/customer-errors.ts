import { alreadyExists, inputError, WebapiError } from "../call/errors.js";

/** The permission to create and change customers. */
export const manage = "Magento_Customer::manage";

/** 400 for an e-mail address that another customer has, in any case. */
export const emailTaken = () =>
  alreadyExists("A customer with the same email address already exists in an associated website.");

/** 400 for a customer group that does not exist. */
export const unknownGroup = () => inputError("The specified customer group id does not exist.");

/** 401 where the password that was given as the current one is not. */
export const passwordMismatch = () =>
  new WebapiError("NOT_AUTHORIZED", "The password doesn't match this account. Verify the password and try again.");

/** 400 for a key to an account that is not, or not any more, the one that was sent. */
export const tokenMismatch = () => inputError("The password token is mismatched. Reset and try again.");
