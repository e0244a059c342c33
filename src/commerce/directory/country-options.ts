import type { Db } from "../../platform/db/database.js";
import { readSettings, type SettingScope } from "../store/published.js";
import { countryNames, languageOf } from "./language.js";
import { codesOf } from "./regions.rows.js";

const allowed = "general/country/allow";
const locale = "general/locale/code";

export interface CountryOption {
  /** Id of the country; empty for none. */
  readonly value: string;
  readonly label: string;
}

/** Returns the country options by name in the language of the scope, starting with an empty one. */
export async function readCountryOptions(db: Db, scope: SettingScope): Promise<CountryOption[]> {
  const settings = await readSettings(db, [allowed, locale]);
  const language = languageOf(settings.value(locale, scope));
  const nameOf = countryNames(language);
  const { compare } = new Intl.Collator(language);
  const countries = codesOf(settings.value(allowed, scope)).map((code) => ({ value: code, label: nameOf(code) }));
  return [{ value: "", label: " " }, ...countries.sort((one, other) => compare(one.label, other.label))];
}
