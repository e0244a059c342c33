import { asAmount } from "../money/amount.js";
import { isNegative } from "../money/arithmetic.js";

/** A setting that Portico knows: its default, and which values it can have. */
export interface KnownSetting {
  readonly standard: string;
  /** What a value must be, as the end of the sentence "It must be …". */
  readonly form: string;
  readonly allows: (value: string) => boolean;
}

/** Any text. */
export const text = (standard = ""): KnownSetting => ({ standard, form: "text", allows: () => true });

/** On (1) or off (0). */
export const flag = (standard: "0" | "1"): KnownSetting => ({
  standard,
  form: "0 or 1",
  allows: (value) => value === "0" || value === "1",
});

/** A decimal of zero or more, or nothing. */
export const number = (standard = ""): KnownSetting => ({
  standard,
  form: "a number of zero or more, or empty",
  allows: (value) => value === "" || isAmount(value),
});

/** An integer of zero or more, or nothing. */
export const whole = (standard = ""): KnownSetting => ({
  standard,
  form: "a whole number of zero or more, or empty",
  allows: (value) => /^\d{0,9}$/.test(value),
});

/** One of the values, by default the first one. */
export const oneOf = (standard: string, ...others: readonly string[]): KnownSetting => {
  const values = [standard, ...others];
  return {
    standard,
    form: `one of ${values.map((value) => (value === "" ? '""' : value)).join(", ")}`,
    allows: (value) => values.includes(value),
  };
};

/** Codes of countries, separated by commas. */
export const countries = (standard = ""): KnownSetting => ({
  standard,
  form: "two-letter country codes, separated by commas",
  allows: (value) => value === "" || /^[A-Z]{2}(,[A-Z]{2})*$/.test(value),
});

function isAmount(value: string): boolean {
  try {
    return !isNegative(asAmount(value));
  } catch {
    return false;
  }
}
