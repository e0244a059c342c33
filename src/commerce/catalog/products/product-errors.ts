import { couldNotSave, inputError, notFound } from "../../../api/call/errors.js";

/** 404 for an unknown SKU. */
export const productNotFound = () =>
  notFound("The product that was requested doesn't exist. Verify the product and try again.");

/** 404 for an unknown option of a bundle or configurable product. */
export const productOptionNotFound = () =>
  notFound("The option that was requested doesn't exist. Verify the entity and try again.");

/** 404 that names the unknown SKU. */
export const productWithSkuNotFound = (sku: string) => notFound('The Product with the "%1" SKU doesn\'t exist.', [sku]);

/** 400 for a required attribute without a value. */
export const valueEmpty = (label: string) =>
  inputError(`The "${label}" attribute value is empty. Set the attribute and try again.`);

/** 400 for a value that another product has. */
export const notUnique = (label: string) =>
  inputError(`The value of the "${label}" attribute isn't unique. Set a unique value and try again.`);

/** 400 for a negative amount or one too large for its column. */
export const amountNotPositive = () => inputError("Please enter a number 0 or greater in this field.");

/** 400 for a SKU that is too long for its column. */
export const skuTooLong = (limit: number) => inputError(`SKU length should be ${limit} characters maximum.`);

/** 400 for a violated rule of the product as a whole. */
export const invalidProduct = (reason: string) => inputError("Invalid product data: %1", [reason]);

/** 400 for a product that refers to something that does not exist, or that a concurrent call removed. */
export const notSaved = () => couldNotSave("The product was unable to be saved. Please try again.");

/** 400 for an unknown attribute set or one of another entity type. */
export const setNotFound = () => invalidProduct("Invalid attribute set entity type");
