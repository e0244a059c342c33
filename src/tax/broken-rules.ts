import type { Reason } from "../webapi/errors.js";

/** A field that has to be there. */
export const required = (fieldName: string): Reason => ({
  message: '"%fieldName" is required. Enter and try again.',
  parameters: { fieldName },
});

/** A field that cannot hold the value that was sent. */
export const wrongValue = (fieldName: string, value: string | number): Reason => ({
  message: 'Invalid value of "%value" provided for the %fieldName field.',
  parameters: { fieldName, value },
});

/** Longer names and codes do not fit Magento's columns. */
const longest = 255;

/** The rules that a name or code breaks: it is there, and no longer than 255 characters. */
export function brokenNameRules(fieldName: string, text: string | null | undefined): Reason[] {
  if ((text ?? "").trim() === "") return [required(fieldName)];
  return text && text.length > longest ? [wrongValue(fieldName, text)] : [];
}

/** A field that names something that does not exist. */
export const nothingSuch = (fieldName: string, fieldValue: number): Reason => ({
  message: "No such entity with %fieldName = %fieldValue",
  parameters: { fieldName, fieldValue },
});
