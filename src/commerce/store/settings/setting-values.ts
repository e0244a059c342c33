import { asAmount } from "../../../platform/money/amount.js";
import { isNegative } from "../../../platform/money/arithmetic.js";

/** A setting that Portico knows: its default, and which values it can have. */
export interface KnownSetting {
  readonly defaultValue: string;
  /** The requirement on a value, as the end of the sentence "It must be …". */
  readonly requirement: string;
  readonly isValid: (value: string) => boolean;
}

/** Any text. */
export const text = (defaultValue = ""): KnownSetting => ({
  defaultValue,
  requirement: "text",
  isValid: () => true,
});

/** On (1) or off (0). */
export const flag = (defaultValue: "0" | "1"): KnownSetting => ({
  defaultValue,
  requirement: "0 or 1",
  isValid: (value) => value === "0" || value === "1",
});

/** A decimal of zero or more, or nothing. */
export const number = (defaultValue = ""): KnownSetting => ({
  defaultValue,
  requirement: "a number of zero or more, or empty",
  isValid: (value) => value === "" || isAmount(value),
});

/** An integer of zero or more, or nothing. */
export const wholeNumber = (defaultValue = ""): KnownSetting => ({
  defaultValue,
  requirement: "a whole number of zero or more, or empty",
  isValid: (value) => /^\d{0,9}$/.test(value),
});

/** One of the values, by default the first one. */
export const oneOf = (defaultValue: string, ...others: readonly string[]): KnownSetting => {
  const values = [defaultValue, ...others];
  return {
    defaultValue,
    requirement: `one of ${values.map((value) => (value === "" ? '""' : value)).join(", ")}`,
    isValid: (value) => values.includes(value),
  };
};

/** Codes of countries, separated by commas. */
export const countries = (defaultValue = ""): KnownSetting => ({
  defaultValue,
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
