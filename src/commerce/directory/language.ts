/** Returns the BCP 47 tag of a locale such as `de_AT`; English if the setting is invalid. */
export function languageOf(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale.replaceAll("_", "-"))[0] ?? "en-US";
  } catch {
    return "en-US";
  }
}

/** Returns country names in a language, or the code for an unknown country. */
export function countryNames(language: string): (countryId: string) => string {
  const names = new Intl.DisplayNames([language, "en-US"], { type: "region" });
  return (countryId) => names.of(countryId) ?? countryId;
}

/** Returns the symbol of a currency in a language, or the code if it has none. */
export function currencySymbol(code: string, language: string): string {
  try {
    const parts = new Intl.NumberFormat([language, "en-US"], { style: "currency", currency: code }).formatToParts(0);
    return parts.find(({ type }) => type === "currency")?.value ?? code;
  } catch {
    return code;
  }
}
