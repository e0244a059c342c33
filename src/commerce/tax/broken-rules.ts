import { invalidValue, type Reason, required } from "../../api/call/errors.js";

/** Maximum length of names and codes in Magento's columns. */
const maxLength = 255;

/** Returns the rules that a name or code breaks: it is required and has at most 255 characters. */
export function brokenNameRules(fieldName: string, text: string | null | undefined): Reason[] {
  if ((text ?? "").trim() === "") return [required(fieldName)];
  return text && text.length > maxLength ? [invalidValue(fieldName, text)] : [];
}

/** The reason for a field with the id of a missing record. */
export const unknownId = (fieldName: string, fieldValue: number): Reason => ({
  message: "No such entity with %fieldName = %fieldValue",
  parameters: { fieldName, fieldValue },
});
