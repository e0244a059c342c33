/** Returns the BCP 47 tag of a locale such as `de_AT`; English if the setting is invalid. */
export function languageOf(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale.replaceAll("_", "-"))[0] ?? "en-US";
  } catch {
    return "en-US";
  }
}

/** Returns country names in a language; undefined for a country that no longer exists, such as `AN`. */
export function countryNames(language: string): (countryId: string) => string | undefined {
  const names = new Intl.DisplayNames([language, "en-US"], { type: "region" });
  const isEnglish = new Intl.Locale(language).language === "en";
  return (countryId) => {
    if (!isCurrent(countryId)) return undefined;
    // Magento 2.4.7 has the name of earlier releases of CLDR.
    return isEnglish && countryId === "TR" ? "Turkey" : names.of(countryId);
  };
}

/** Whether CLDR names the country itself and not the one that follows it. */
const isCurrent = (countryId: string): boolean => new Intl.Locale("und", { region: countryId }).region === countryId;

/** Compares names as Magento's collation does (utf8_general_ci), which ignores case and accents. */
export function compareNames(one: string, other: string): number {
  const [before, after] = [comparable(one), comparable(other)];
  return before < after ? -1 : Number(before > after);
}

const comparable = (name: string): string =>
  name
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toUpperCase();

/** Returns the symbol of a currency in a language, or the code if it has none. */
export function currencySymbol(code: string, language: string): string {
  try {
    const parts = new Intl.NumberFormat([language, "en-US"], { style: "currency", currency: code }).formatToParts(0);
    return parts.find(({ type }) => type === "currency")?.value ?? code;
  } catch {
    return code;
  }
}
