import { inputError, notFound } from "../../webapi/errors.js";

/** 404 for a code that no attribute has. */
export const attributeNotFound = (code: string) =>
  notFound('The attribute with a "%1" attributeCode doesn\'t exist. Verify the attribute and try again.', [code]);

/** 400 for a value that a field cannot have. */
export const invalidField = (fieldName: string, value: string | number) =>
  inputError('Invalid value of "%value" provided for the %fieldName field.', { fieldName, value });

/** 400 for taking away what belongs to the system. */
export const systemAttribute = () => inputError("The system attribute can't be deleted.");

/** What keeps an attribute from being deleted, taken out of a set, or given another scope. */
export const usedByConfigurables = "This attribute is used in configurable products.";

/** 400 for a label that is too long for its column. */
export const labelTooLong = (limit: number) =>
  inputError('"%1" length must be equal or less than %2 characters.', ["Label", limit]);
