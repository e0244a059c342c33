/** A text search configuration of PostgreSQL, which reduces words to their stems, and its dictionary. */
export interface Stemmer {
  readonly config: string;
  readonly dictionary: string;
}

/** Languages with a dictionary in every PostgreSQL from version 14, by ISO 639-1 code. */
const languages: Readonly<Record<string, string>> = {
  ar: "arabic",
  ca: "catalan",
  da: "danish",
  de: "german",
  el: "greek",
  en: "english",
  es: "spanish",
  eu: "basque",
  fi: "finnish",
  fr: "french",
  ga: "irish",
  hi: "hindi",
  hu: "hungarian",
  hy: "armenian",
  id: "indonesian",
  it: "italian",
  lt: "lithuanian",
  nb: "norwegian",
  ne: "nepali",
  nl: "dutch",
  nn: "norwegian",
  pt: "portuguese",
  ro: "romanian",
  ru: "russian",
  sr: "serbian",
  sv: "swedish",
  ta: "tamil",
  tr: "turkish",
  yi: "yiddish",
};

/** Returns the stemmer of a locale such as `de_AT`, or one that leaves words unchanged if the language has none. */
export function stemmerOf(locale: string): Stemmer {
  const language = languages[locale.split(/[_-]/)[0]?.toLowerCase() ?? ""];
  return language ? { config: language, dictionary: `${language}_stem` } : { config: "simple", dictionary: "simple" };
}
