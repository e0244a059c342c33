import { isEmailAddress } from "../../api/auth/email-address.js";
import { inputError, type Reason, render } from "../../api/call/errors.js";
import { isBlank } from "../../api/call/spelling.js";
import { calendarDay } from "../../api/contract/dates.js";
import type { Customer } from "./customers.types.js";

/** Magento's pattern of names, which excludes template and markup characters. */
const namePattern = /^[\p{L}\p{M}\p{Nd}\s,\-_.'’`&]{1,255}$/u;

/** Options of the attribute `gender`. 0 means no gender. */
const genders: ReadonlySet<number> = new Set([0, 1, 2, 3]);

/**
 * Throws 400 for a customer whose own fields break rules, with all messages in one text. As in Magento, a missing email
 * address is reported alone. `further` are reasons of other fields.
 */
export function checkCustomer(customer: Customer, further: readonly Reason[]): void {
  if (isBlank(customer.email)) throw inputError("The customer email is missing. Enter and try again.");
  const reasons = [...brokenCustomerRules(customer), ...further];
  if (reasons.length === 0) return;
  throw inputError(reasons.map(({ message, parameters }) => render(message, parameters)).join("\n"));
}

/** Returns the rules that a customer's own fields break: missing values first. */
export function brokenCustomerRules(customer: Customer): Reason[] {
  const messages = [
    requiredRule("First Name", customer.firstname),
    requiredRule("Last Name", customer.lastname),
    emailRule(customer.email ?? ""),
    isBlank(customer.dob) || birthDay(customer.dob ?? "") !== undefined ? undefined : "Invalid date",
    genderRule(customer.gender ?? 0),
    lengthRule("Name Prefix", customer.prefix),
    lengthRule("Name Suffix", customer.suffix),
    lengthRule("Tax/VAT Number", customer.taxvat),
    nameRule("First Name", customer.firstname),
    nameRule("Middle Name", customer.middlename),
    nameRule("Last Name", customer.lastname),
  ];
  return messages.filter((message) => message !== undefined).map((message) => ({ message }));
}

/** Returns the messages for required attributes without a value, in the order of the attributes. */
export function missingAttributes({ website_id, group_id, firstname, lastname, email }: Customer): string[] {
  const labels = Object.entries({
    "Associate to Website": website_id,
    Group: group_id,
    "First Name": firstname,
    "Last Name": lastname,
    Email: email,
  });
  return labels
    .filter(([, value]) => value == null || value === "")
    .map(([label]) => `The "${label}" attribute value is empty. Set the attribute and try again.`);
}

const requiredRule = (label: string, name: string | null | undefined): string | undefined =>
  isBlank(name) ? `"${label}" is a required value.` : undefined;

const nameRule = (label: string, name: string | null | undefined): string | undefined =>
  isBlank(name) || namePattern.test(name ?? "") ? undefined : `${label} is not valid!`;

/** Returns the message for a gender that is not an option, or undefined. */
export const genderRule = (gender: number): string | undefined =>
  genders.has(gender) ? undefined : `Attribute gender does not contain option with Id ${gender}`;

const maxEmailLength = 254;

function emailRule(email: string): string | undefined {
  if (isBlank(email)) return "The customer email is missing. Enter and try again.";
  if (email.length > maxEmailLength) return '"Email" uses too many characters.';
  if (isEmailAddress(email)) return undefined;
  const host = /^[^@\s]+@([\p{L}\p{N}-]+)$/u.exec(email)?.[1];
  if (host === undefined) return '"Email" is not a valid email address.';
  return [
    '"Email" is not a valid hostname.',
    "The input does not match the expected structure for a DNS hostname",
    `'${host}' looks like a local network name, which is not an acceptable format.`,
  ].join("\n");
}

/** Length of Magento's columns, in characters. */
const maxLength = 255;

/** Returns the message for a text that is too long, or undefined. */
export const lengthRule = (label: string, text: string | null | undefined): string | undefined =>
  [...(text ?? "")].length > maxLength
    ? `"${label}" length must be equal or less than ${maxLength} characters.`
    : undefined;

const yearFirst = /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})$/;
const monthFirst = /^(?<month>\d{1,2})\/(?<day>\d{1,2})\/(?<year>\d{4})$/;

/**
 * Returns a date of birth as `YYYY-MM-DD`; undefined for another text. As in PHP, a day past the end of the month is one of
 * the next month.
 */
export function birthDay(text: string): string | undefined {
  const given = text.trim();
  const { year, month, day } = (yearFirst.exec(given) ?? monthFirst.exec(given))?.groups ?? {};
  if (year === undefined) return calendarDay(given);
  const [atMonth, atDay] = [Number(month), Number(day)];
  if (atMonth < 1 || atMonth > 12 || atDay < 1 || atDay > 31 || Number(year) < 1000) return undefined;
  return new Date(Date.UTC(Number(year), atMonth - 1, atDay)).toISOString().slice(0, 10);
}
