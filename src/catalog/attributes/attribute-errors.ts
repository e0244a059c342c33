import { inputError, notFound } from "../../call/errors.js";

/** 404 for a code that no attribute has. */
export const attributeNotFound = (code: string) =>
  notFound('The attribute with a "%1" attributeCode doesn\'t exist. Verify the attribute and try again.', [code]);

/** 400 for taking away what belongs to the system. */
export const systemAttribute = () => inputError("The system attribute can't be deleted.");

/** What keeps an attribute from being deleted, taken out of a set, or given another scope. */
export const usedByConfigurables = "This attribute is used in configurable products.";
