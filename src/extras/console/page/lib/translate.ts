// Translates the texts of the console. Without a browser, as in tests of functions, they are in English.
import i18next from "i18next";

await i18next.init({
  lng: "en",
  resources: {},
  // A text can have dots and colons.
  keySeparator: false,
  nsSeparator: false,
  // Preact escapes what it shows.
  interpolation: { escapeValue: false },
});

/** Returns a text in the user's language: `t("{{count}} changes", { count: 12 })`. */
export const t = (text: string, values?: Readonly<Record<string, string | number>>): string =>
  i18next.t(text, { ...values });

/** Returns the decimal separator of the language. */
export const decimalSeparator = (): "." | "," => (i18next.language === "de" ? "," : ".");

/** Returns the locale of numbers and dates. English dates have the day first. */
export const localeOf = (what: "numbers" | "dates"): string =>
  i18next.language === "en" && what === "dates" ? "en-GB" : i18next.language;
