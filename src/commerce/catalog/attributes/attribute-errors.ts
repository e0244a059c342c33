import { inputError, notFound } from "../../../api/call/errors.js";

/** 404 for an unknown attribute code. */
export const attributeNotFound = (code: string) =>
  notFound('The attribute with a "%1" attributeCode doesn\'t exist. Verify the attribute and try again.', [code]);

/** 404 for an unknown option of an attribute. */
export const optionNotFound = (code: string, optionId: string) =>
  notFound('The "%1" attribute doesn\'t include an option with "%2" ID.', [code, optionId]);

/** 400 for an attribute value of the wrong type, with Magento's rendered message. */
export const wrongValueType = ({ code }: { readonly code: string }, value: string, expected: string) =>
  inputError(
    `Error occurred during "custom_attributes" processing. Attribute "${code}" has invalid value. The "${value}" value's type is invalid. ` +
      `The "${expected}" type was expected. Verify and try again.`,
  );

/** 400 for deleting a system attribute or removing it from a set. */
export const systemAttribute = () => inputError("The system attribute can't be deleted.");

/** The reason why an attribute cannot be deleted, removed from a set or given another scope. */
export const usedByConfigurables = "This attribute is used in configurable products.";
