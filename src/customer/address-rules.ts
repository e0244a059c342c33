import type { Reason } from "../webapi/errors.js";
import type { CustomerAddress, CustomerRegion } from "./addresses.types.js";
import directory from "./regions.json" with { type: "json" };

const countries: ReadonlySet<string> = new Set(directory.countries);
const postcodeOptional: ReadonlySet<string> = new Set(directory.postcodeOptional);
const regionRequired: ReadonlySet<string> = new Set(directory.regionRequired);
const regions = new Map(
  Object.entries(directory.regions).map(([country, rows]) => [country, rows.map((row) => toRegion(row))]),
);

function toRegion([region_id, region_code, region]: readonly (string | number)[]): Required<CustomerRegion> {
  return { region_id: Number(region_id), region_code: String(region_code), region: String(region) };
}

/** Which contact details an address needs, as the settings have it. */
export interface NeededDetails {
  readonly telephone: boolean;
  readonly company: boolean;
  readonly fax: boolean;
}

const required = (fieldName: string): Reason => ({
  message: '"%fieldName" is required. Enter and try again.',
  parameters: { fieldName },
});

const invalid = (fieldName: string, value: string | number): Reason => ({
  message: 'Invalid value of "%value" provided for the %fieldName field.',
  parameters: { fieldName, value },
});

const isBlank = (text: string | null | undefined) => (text ?? "").trim() === "";

/** The rules that an address breaks, in Magento's order. */
export function brokenAddressRules(address: CustomerAddress, needed: NeededDetails): Reason[] {
  const broken: Reason[] = [];
  for (const name of ["firstname", "lastname"] as const) if (isBlank(address[name])) broken.push(required(name));
  if (isBlank(address.street?.[0])) broken.push(required("street"));
  if (isBlank(address.city)) broken.push(required("city"));
  for (const name of ["telephone", "fax", "company"] as const) {
    if (needed[name] && isBlank(address[name])) broken.push(required(name));
  }
  const country = address.country_id ?? "";
  if (!postcodeOptional.has(country) && isBlank(address.postcode)) broken.push(required("postcode"));
  if (isBlank(country)) return [...broken, required("countryId")];
  if (!countries.has(country)) return [...broken, invalid("countryId", country)];
  return [...broken, ...brokenRegionRules(address, country)];
}

function brokenRegionRules(address: CustomerAddress, country: string): Reason[] {
  const { region_id: id, region } = regionOf(address);
  const isListed = regions.has(country);
  if (isListed && id && !listed(country, (known) => known.region_id === id)) return [invalid("regionId", id)];
  if (!regionRequired.has(country)) return [];
  if (isListed) return id ? [] : [required("regionId")];
  return id || !isBlank(region) ? [] : [required("region")];
}

/**
 * The region that an address names by id, code or name, complete where the country's regions are known. Where they are
 * not, what was sent is all there is.
 */
export function regionOf(address: CustomerAddress): CustomerRegion {
  const country = address.country_id ?? "";
  const id = address.region_id || address.region?.region_id;
  const { region_code: code, region: name } = address.region ?? {};
  const isSame = (a: string | null | undefined, b: string | null | undefined) =>
    !isBlank(a) && a?.toLowerCase() === b?.toLowerCase();
  const known = id
    ? listed(country, (region) => region.region_id === id)
    : (listed(country, (region) => isSame(code, region.region_code)) ??
      listed(country, (region) => isSame(name, region.region)));
  return known ?? { region_code: code ?? null, region: name ?? null, region_id: id ?? 0 };
}

const listed = (country: string, matches: (region: Required<CustomerRegion>) => boolean) =>
  regions.get(country)?.find(matches);
