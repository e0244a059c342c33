import { inputError, WebapiError } from "../errors.js";

/** 400 for a value that cannot be cast to its declared type. The fields that lead to the value are added by `inField`. */
export const wrongType = (value: unknown, expected: string): WebapiError =>
  invalidType(typeof value === "object" && value !== null ? "array" : phpText(value), expected);

/** 400 for a scalar in place of a list of scalars, which Magento calls by the name of its type. */
export const notAList = (value: unknown, expected: string): WebapiError => invalidType(phpType(value), expected);

/** 400 for a value whose type a caller cannot have meant, with a message of its own. Names the fields like `wrongType`. */
export const conversionError = (message: string): WebapiError =>
  new WebapiError("BAD_REQUEST", message, { isConversion: true });

const invalidType = (shown: string, expected: string): WebapiError =>
  conversionError(`The "${shown}" value's type is invalid. The "${expected}" type was expected. Verify and try again.`);

/** Returns a scalar as PHP prints it. */
const phpText = (value: unknown): string => (value === true ? "1" : value === false ? "" : String(value));

/** Returns PHP's name for the type of a scalar. */
function phpType(value: unknown): string {
  if (typeof value === "boolean") return "boolean";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "double";
  return "string";
}

/** 400 for a key that a data object does not have. */
export const unsupportedField = (key: string): WebapiError =>
  inputError('"%fieldName" is not supported. Correct the field name and try again.', {
    fieldName: key
      .split("_")
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(""),
  });
