import { globalScope, type Settings, type SettingScope } from "../../store/published.js";
import { inputError } from "../../../api/call/errors.js";

const minLengthPath = "customer/password/minimum_password_length";
const minClassesPath = "customer/password/required_character_classes_number";

/** The settings of customer passwords. */
export const passwordSettings: readonly string[] = [minLengthPath, minClassesPath];

const maxLength = 256;
const classes = [/[0-9]/, /[A-Z]/, /[a-z]/, /[^a-zA-Z0-9]/];
/** Throws Magento's 400 for a password that is too long, too short, too simple or the customer's own email address. */
export function checkPassword(password: string, email: string, settings: Settings): void {
  const length = [...password].length;
  if (length > maxLength) throw inputError("Please enter a password with at most %1 characters.", [maxLength]);
  const minLength = settings.number(minLengthPath, globalScope);
  if (length < minLength) {
    throw inputError("The password needs at least %1 characters. Create a new password and try again.", [
      String(minLength),
    ]);
  }
  if (password.trim() !== password) {
    throw inputError("The password can't begin or end with a space. Verify the password and try again.");
  }
  const needed = settings.number(minClassesPath, globalScope);
  if (classes.filter((pattern) => pattern.test(password)).length < needed) {
    throw inputError(
      "Minimum of different classes of characters in password is %1. Classes of characters: Lower Case, Upper Case, Digits, Special Characters.",
      [String(needed)],
    );
  }
  if (password.toLowerCase() === email.toLowerCase()) {
    throw inputError("The password can't be the same as the email address. Create a new password and try again.");
  }
}

const expirationPath = "customer/password/reset_link_expiration_period";

/** Lifetime of a password reset token in hours. */
export const resetHours = {
  paths: [expirationPath],
  of: (settings: Settings, scope: SettingScope): number => Math.max(settings.number(expirationPath, scope), 1),
} as const;
