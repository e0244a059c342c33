import { isEmailAddress } from "../../api/auth/email-address.js";
import type { Reason } from "../../api/call/errors.js";
import { calendarDay } from "../../api/contract/dates.js";
import type { Customer } from "./customers.types.js";

/** Magento's pattern of names, which excludes template and markup characters. */
const namePattern = /^[\p{L}\p{M}\p{Nd}\s,\-_.'’`&]{1,255}$/u;

/** Returns the rules that a customer's own fields break. */
export function brokenCustomerRules(customer: Customer): Reason[] {
  const messages = [
    nameRule("First Name", customer.firstname, true),
    nameRule("Last Name", customer.lastname, true),
    nameRule("Middle Name", customer.middlename, false),
    emailRule(customer.email ?? ""),
    birthRule(customer.dob ?? ""),
    lengthRule("Name Prefix", customer.prefix),
    lengthRule("Name Suffix", customer.suffix),
    lengthRule("Tax/VAT Number", customer.taxvat),
  ];
  return messages.filter((message) => message !== undefined).map((message) => ({ message }));
}

function nameRule(label: string, given: string | null | undefined, isRequired: boolean): string | undefined {
  const name = (given ?? "").trim();
  if (name === "") return isRequired ? `"${label}" is a required value.` : undefined;
  return namePattern.test(name) ? undefined : `${label} is not valid!`;
}

function emailRule(email: string): string | undefined {
  if (email.trim() === "") return "The customer email is missing. Enter and try again.";
  return isEmailAddress(email) ? undefined : '"Email" is not a valid email address.';
}

/** Length of Magento's columns, in characters. */
const maxLength = 255;

/** Returns the message for a text that is too long, or undefined. */
export const lengthRule = (label: string, text: string | null | undefined): string | undefined =>
  [...(text ?? "")].length > maxLength
    ? `"${label}" length must be equal or less than ${maxLength} characters.`
    : undefined;

function birthRule(dob: string): string | undefined {
  if (dob === "") return undefined;
  const date = calendarDay(dob);
  if (date === undefined) return '"Date of Birth" is not a valid date.';
  const isPast = date <= new Date().toISOString().slice(0, 10);
  return isPast ? undefined : "The Date of Birth should not be greater than today.";
}
