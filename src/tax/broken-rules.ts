import { invalidValue, type Reason, required } from "../call/errors.js";

/** Longer names and codes do not fit Magento's columns. */
const longest = 255;

/** The rules that a name or code breaks: it is there, and no longer than 255 characters. */
export function brokenNameRules(fieldName: string, text: string | null | undefined): Reason[] {
  if ((text ?? "").trim() === "") return [required(fieldName)];
  return text && text.length > longest ? [invalidValue(fieldName, text)] : [];
}

/** A field that names something that does not exist. */
export const nothingSuch = (fieldName: string, fieldValue: number): Reason => ({
  message: "No such entity with %fieldName = %fieldValue",
  parameters: { fieldName, fieldValue },
});
