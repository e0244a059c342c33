import { inputError, notFound } from "../../call/errors.js";

/** 404 for an unknown attribute code. */
export const attributeNotFound = (code: string) =>
  notFound('The attribute with a "%1" attributeCode doesn\'t exist. Verify the attribute and try again.', [code]);

/** 400 for deleting a system attribute or removing it from a set. */
export const systemAttribute = () => inputError("The system attribute can't be deleted.");

/** The reason why an attribute cannot be deleted, removed from a set or given another scope. */
export const usedByConfigurables = "This attribute is used in configurable products.";
