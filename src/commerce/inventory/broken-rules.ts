import { inputError, type Reason } from "../../api/call/errors.js";
import { isBlank } from "../../api/call/spelling.js";

/** Returns the broken rule of a field without a value. */
export const cannotBeEmpty = (field: string): Reason => ({
  message: '"%field" can not be empty.',
  parameters: { field },
});

const cannotContainWhitespace = (field: string): Reason => ({
  message: '"%field" can not contain whitespaces.',
  parameters: { field },
});

/**
 * Returns the rules that a code breaks: it must not be empty and must not contain white space. A single blank breaks both.
 */
export const brokenCodeRules = (field: string, code: string | null | undefined): Reason[] => [
  ...(isBlank(code) ? [cannotBeEmpty(field)] : []),
  ...(/\s/.test(code ?? "") ? [cannotContainWhitespace(field)] : []),
];

/** 400 for an empty list of records. */
export const inputEmpty = () => inputError("Input data is empty");
