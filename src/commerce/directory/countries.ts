import { readSettings } from "../store/published.js";
import type { Context } from "../../api/call/context.js";
import type { Country, CountryRegion } from "./directory.types.js";
import { compareNames, countryNames, languageOf } from "./language.js";
import { codesOf, readCountries, type Region, readRegions } from "./regions.rows.js";

const allowed = "general/country/allow";
const locale = "general/locale/code";

/**
 * Returns the countries that the settings of the scope allow, by id, or only the given one. One without a name, such as
 * `AN`, which no longer exists, has null as in Magento, but its code where a name is required.
 */
export async function readAllowedCountries({ db, scope, answersStored }: Context, only?: string): Promise<Country[]> {
  const settings = await readSettings(db, [allowed, locale]);
  const codes = codesOf(settings.value(allowed, scope)).filter((code) => only === undefined || code === only);
  if (codes.length === 0) return [];
  const [countries, regions] = await Promise.all([readCountries(db, codes), readRegions(db, codes)]);
  const language = languageOf(settings.value(locale, scope));
  const regionsOf = regionsByCountry(regions);
  const [local, english] = [countryNames(language), countryNames("en-US")];
  return countries.map(({ country_id: id, iso3_code }) => ({
    id,
    two_letter_abbreviation: id,
    three_letter_abbreviation: iso3_code,
    full_name_locale: local(id) ?? (answersStored ? id : null),
    full_name_english: english(id) ?? (answersStored ? id : null),
    ...(regionsOf.has(id) ? { available_regions: regionsOf.get(id) ?? null } : {}),
  }));
}

function regionsByCountry(regions: readonly Region[]): Map<string, CountryRegion[]> {
  const found = new Map<string, CountryRegion[]>();
  for (const { region_id, country_id, code, name } of regions.toSorted((one, other) =>
    compareNames(one.name, other.name),
  )) {
    const region = { id: String(region_id), code, name };
    const others = found.get(country_id);
    if (others) others.push(region);
    else found.set(country_id, [region]);
  }
  return found;
}
