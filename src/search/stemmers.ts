/** What takes words back to their stems: a text search configuration of PostgreSQL, and its dictionary. */
export interface Stemmer {
  readonly config: string;
  readonly dictionary: string;
}

/** Languages that every PostgreSQL from 14 on has a dictionary of, by their ISO 639-1 codes. */
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

/** The stemmer of a locale such as `de_AT`; one that leaves words as they are where its language has none. */
export function stemmerOf(locale: string): Stemmer {
  const language = languages[locale.split(/[_-]/)[0]?.toLowerCase() ?? ""];
  return language ? { config: language, dictionary: `${language}_stem` } : { config: "simple", dictionary: "simple" };
}
