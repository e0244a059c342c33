import { batched } from "../../platform/db/batched.js";
import type { Db } from "../../platform/db/database.js";
import { type Row, jsonColumns, jsonRows } from "../../platform/db/models.js";
import { readSettings, Settings, type SettingScope } from "../store/published.js";
import { hiddenParameter } from "../../platform/db/statements/parameters.js";

/** A state or province. */
export type Region = Row<"countryRegion">;

/** Returns the region, or undefined; concurrent calls share one read. */
export const readRegion = batched<number, Region | undefined>({
  groupBy: () => "",
  load: async (db, ids) => {
    const regions = await db.models.countryRegion.findMany({ where: { region_id: { in: [...new Set(ids)] } } });
    return ids.map((id) => regions.find(({ region_id }) => region_id === id));
  },
});

/** Returns the countries with the ids, by id; null for all. */
export const readCountries = (db: Db, ids: readonly string[] | null): Promise<Row<"country">[]> =>
  db.models.country.findMany({
    ...(ids === null ? {} : { where: { country_id: { in: [...ids] } } }),
    orderBy: { country_id: "asc" },
  });

/** Whether the country exists. */
export const isCountry = async (db: Db, countryId: string): Promise<boolean> =>
  (await db.models.country.findUnique({ where: { country_id: countryId } })) !== null;

/** A country with its regions. */
export interface CountryWithRegions {
  readonly country_id: string;
  readonly regions: readonly Region[];
}

/** Returns a country with its regions, by id; undefined for an unknown one. */
// SQL: measured by `save-shipping`, which reads the countries of two addresses.
export const readCountry = (db: Db, countryId: string): Promise<CountryWithRegions | undefined> =>
  db.one(
    `select c.country_id, ${jsonRows(jsonColumns("countryRegion", "t"), "countryRegion", {
      where: "t.country_id = c.country_id",
      orderBy: "t.region_id",
    })} as regions from country c where c.country_id = $1`,
    [countryId],
  );

const paths = {
  allowed: "general/country/allow",
  postcodeOptional: "general/country/optional_zip_countries",
  regionRequired: "general/region/state_required",
} as const;

/** The address requirements of some countries by the settings of a scope, with their regions. */
export class AddressCountries {
  private readonly codes = new Map<string, ReadonlySet<string>>();

  constructor(
    private readonly settings: Settings,
    private readonly scope: SettingScope,
    private readonly regions: readonly Region[],
  ) {}

  /** Whether addresses are allowed in a country. */
  isAllowed = (countryId: string) => this.lists(paths.allowed, countryId);

  isPostcodeOptional = (countryId: string) => this.lists(paths.postcodeOptional, countryId);

  isRegionRequired = (countryId: string) => this.lists(paths.regionRequired, countryId);

  /** Returns the regions of one of the countries, by id; empty if it has no list. */
  regionsOf = (countryId: string): readonly Region[] =>
    this.regions.filter((region) => region.country_id === countryId);

  private lists(path: string, countryId: string): boolean {
    let codes = this.codes.get(path);
    if (!codes) this.codes.set(path, (codes = new Set(codesOf(this.settings.value(path, this.scope)))));
    return codes.has(countryId);
  }
}

/** Reads the address requirements of the countries; reads nothing for an empty list. */
export async function readAddressCountries(
  db: Db,
  countryIds: readonly string[],
  scope: SettingScope,
): Promise<AddressCountries> {
  if (countryIds.length === 0) return new AddressCountries(new Settings([]), scope, []);
  const [settings, regions] = await Promise.all([readSettings(db, Object.values(paths)), readRegions(db, countryIds)]);
  return new AddressCountries(settings, scope, regions);
}

/** Returns the codes of a comma-separated setting. */
export const codesOf = (list: string): string[] => list.split(",").filter((code) => code !== "");

/** Returns the regions of the countries, by id; of all countries by default. */
// SQL: measured by `place-order`, which reads the regions of the addresses.
export function readRegions(db: Db, countryIds: readonly string[] | null): Promise<Row<"countryRegion">[]> {
  const wanted = countryIds === null ? "" : `where country_id = any(${hiddenParameter(1, "text[]")})`;
  const values = countryIds === null ? [] : [countryIds];
  return db.query(`select region_id, country_id, code, name from country_region ${wanted} order by region_id`, values);
}
