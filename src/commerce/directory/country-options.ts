import type { Db } from "../../platform/db/database.js";
import { readSettings, type SettingScope } from "../store/published.js";
import { compareNames, countryNames, languageOf } from "./language.js";
import { codesOf, readCountries, readRegions } from "./regions.rows.js";

const allowed = "general/country/allow";
const usual = "general/country/default";
const locale = "general/locale/code";

export interface CountryOption {
  /** Id of the country or region; empty for none. */
  readonly value: string;
  readonly label: string;
  /** True for the default country of the scope. */
  readonly is_default?: boolean;
}

/**
 * Returns the country options in the language of the scope, starting with an empty one. Magento sorts their names byte by
 * byte, so that those with an accent on the first letter are last.
 */
export async function readCountryOptions(db: Db, scope: SettingScope): Promise<CountryOption[]> {
  const settings = await readSettings(db, [allowed, usual, locale]);
  const nameOf = countryNames(languageOf(settings.value(locale, scope)));
  const countries = await readCountries(db, codesOf(settings.value(allowed, scope)));
  const options = countries.flatMap(({ country_id: value }) => {
    const label = nameOf(value);
    const mark = value === settings.value(usual, scope) ? { is_default: true } : {};
    return label === undefined ? [] : [{ value, label, ...mark }];
  });
  return [{ value: "", label: " " }, ...options.sort((one, other) => (one.label < other.label ? -1 : 1))];
}

/** Returns the options of all regions by name, starting with an empty one. */
export async function readRegionOptions(db: Db): Promise<CountryOption[]> {
  const regions = (await readRegions(db, null)).toSorted((one, other) => compareNames(one.name, other.name));
  return [
    { value: "", label: "Please select a region, state or province." },
    ...regions.map(({ region_id, name: label }) => ({ value: String(region_id), label })),
  ];
}
