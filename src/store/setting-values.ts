import { asAmount } from "../money/amount.js";
import { isNegative } from "../money/arithmetic.js";

/** A setting that Portico knows: its default, and which values it can have. */
export interface KnownSetting {
  readonly defaultValue: string;
  /** What a value must be, as the end of the sentence "It must be …". */
  readonly requirement: string;
  readonly isValid: (value: string) => boolean;
}

/** Any text. */
export const text = (standard = ""): KnownSetting => ({
  defaultValue: standard,
  requirement: "text",
  isValid: () => true,
});

/** On (1) or off (0). */
export const flag = (standard: "0" | "1"): KnownSetting => ({
  defaultValue: standard,
  requirement: "0 or 1",
  isValid: (value) => value === "0" || value === "1",
});

/** A decimal of zero or more, or nothing. */
export const number = (standard = ""): KnownSetting => ({
  defaultValue: standard,
  requirement: "a number of zero or more, or empty",
  isValid: (value) => value === "" || isAmount(value),
});

/** An integer of zero or more, or nothing. */
export const wholeNumber = (standard = ""): KnownSetting => ({
  defaultValue: standard,
  requirement: "a whole number of zero or more, or empty",
  isValid: (value) => /^\d{0,9}$/.test(value),
});

/** One of the values, by default the first one. */
export const oneOf = (standard: string, ...others: readonly string[]): KnownSetting => {
  const values = [standard, ...others];
  return {
    defaultValue: standard,
    requirement: `one of ${values.map((value) => (value === "" ? '""' : value)).join(", ")}`,
    isValid: (value) => values.includes(value),
  };
};

/** Codes of countries, separated by commas. */
export const countries = (standard = ""): KnownSetting => ({
  defaultValue: standard,
  requirement: "two-letter country codes, separated by commas",
  isValid: (value) => value === "" || /^[A-Z]{2}(,[A-Z]{2})*$/.test(value),
});

function isAmount(value: string): boolean {
  try {
    return !isNegative(asAmount(value));
  } catch {
    return false;
  }
}
