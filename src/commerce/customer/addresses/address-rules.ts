import type { AddressCountries, Region } from "../../directory/published.js";
import { invalidValue, type Reason, required } from "../../../api/call/errors.js";
import type { CustomerAddress, CustomerRegion } from "./addresses.types.js";
import { lengthRule } from "../customer-rules.js";
import { isBlank } from "../../../api/call/spelling.js";

/** The address requirements in the settings. */
export interface NeededDetails {
  /** The requirements of a country, and its regions. */
  readonly countries: AddressCountries;
  readonly telephone: boolean;
  readonly company: boolean;
  readonly fax: boolean;
}

const labels = {
  prefix: "Name Prefix",
  firstname: "First Name",
  middlename: "Middle Name/Initial",
  lastname: "Last Name",
  suffix: "Name Suffix",
  company: "Company",
  city: "City",
  postcode: "Zip/Postal Code",
  telephone: "Phone Number",
  fax: "Fax",
  vat_id: "VAT Number",
} as const;

/** Returns the fields of an address that are longer than Magento's columns. */
export function brokenLengthRules(address: CustomerAddress): Reason[] {
  const fields = Object.entries(labels).map(([name, label]) => [label, address[name as keyof typeof labels]] as const);
  const streets = (address.street ?? []).map((line) => ["Street Address", line] as const);
  const { region_code: code, region } = address.region ?? {};
  const regions = [code, region].map((text) => ["State/Province", text] as const);
  return [...fields, ...streets, ...regions].flatMap(([label, text]) => {
    const message = lengthRule(label, text);
    return message === undefined ? [] : [{ message }];
  });
}

/**
 * Returns the rules that an address of a quote breaks, in Magento's order. The rules of an address book are the same, apart
 * from the region.
 */
export function brokenAddressRules(address: CustomerAddress, needed: NeededDetails): Reason[] {
  const broken = brokenDetails(address, needed);
  return isInAllowedCountry(address, needed) ? [...broken, ...brokenRegionRules(address, needed.countries)] : broken;
}

/** The requirements of an address book. */
interface BookNeeds extends NeededDetails {
  /** Maximum number of street lines. */
  readonly streetLines: number;
}

/**
 * Returns the rules that an address of an address book breaks. As in Magento, it needs no region of a country that has a
 * list of regions.
 */
export function brokenBookRules(address: CustomerAddress, needed: BookNeeds): Reason[] {
  const { streetLines, countries } = needed;
  if ((address.street ?? []).length > streetLines) {
    return [{ message: `"Street Address" cannot contain more than ${streetLines} lines.` }];
  }
  const broken = brokenDetails(address, needed);
  if (!isInAllowedCountry(address, needed)) return broken;
  const country = address.country_id ?? "";
  const known = countries.regionsOf(country);
  const id = regionIdOf(address);
  const isUnknown = id !== 0 && known.length > 0 && !known.some(({ region_id }) => region_id === id);
  if (isUnknown) broken.push(invalidValue("regionId", String(id)));
  const isMissing = known.length === 0 && id === 0 && isBlank(address.region?.region);
  if (isMissing && countries.isRegionRequired(country)) broken.push(required("region"));
  return broken;
}

/** Whether an address is in a country that the settings allow. */
export const isInAllowedCountry = (
  { country_id }: CustomerAddress,
  { countries }: Pick<NeededDetails, "countries">,
): boolean => !isBlank(country_id) && countries.isAllowed(country_id ?? "");

const regionIdOf = ({ region_id, region }: Pick<CustomerAddress, "region_id" | "region">): number =>
  region_id || region?.region_id || 0;

function brokenDetails(address: CustomerAddress, needed: NeededDetails): Reason[] {
  const { countries } = needed;
  const broken = brokenLengthRules(address);
  for (const name of ["firstname", "lastname"] as const) if (isBlank(address[name])) broken.push(required(name));
  if (isBlank(address.street?.[0])) broken.push(required("street"));
  if (isBlank(address.city)) broken.push(required("city"));
  for (const name of ["telephone", "fax", "company"] as const) {
    if (needed[name] && isBlank(address[name])) broken.push(required(name));
  }
  const country = address.country_id ?? "";
  if (!countries.isPostcodeOptional(country) && isBlank(address.postcode)) broken.push(required("postcode"));
  if (isBlank(country)) broken.push(required("countryId"));
  else if (!countries.isAllowed(country)) broken.push(invalidValue("countryId", country));
  return broken;
}

function brokenRegionRules(address: CustomerAddress, countries: AddressCountries): Reason[] {
  const country = address.country_id ?? "";
  const known = countries.regionsOf(country);
  const { region_id: id, region } = regionOf(address, countries);
  if (known.length > 0 && id && !known.some(({ region_id }) => region_id === id)) return [invalidValue("regionId", id)];
  if (!countries.isRegionRequired(country)) return [];
  if (known.length > 0) return id ? [] : [required("regionId")];
  return id || !isBlank(region) ? [] : [required("region")];
}

/**
 * Completes the region that an address names by id, code or name, if the country's regions are known; otherwise returns
 * it as sent.
 */
export function regionOf(
  address: Pick<CustomerAddress, "country_id" | "region_id" | "region">,
  countries: Pick<AddressCountries, "regionsOf">,
): CustomerRegion {
  const known = countries.regionsOf(address.country_id ?? "");
  const id = address.region_id || address.region?.region_id;
  const { region_code: code, region: name } = address.region ?? {};
  const isSame = (a: string | null | undefined, b: string) => !isBlank(a) && a?.toLowerCase() === b.toLowerCase();
  const found = id
    ? known.find((region) => region.region_id === id)
    : (known.find((region) => isSame(code, region.code)) ?? known.find((region) => isSame(name, region.name)));
  return found ? toRegion(found) : { region_code: code ?? null, region: name ?? null, region_id: id ?? 0 };
}

/**
 * Completes the region of an address in an address book by its id. As in Magento, a name stays as it was sent, and a code
 * alone is not a region.
 */
export function bookRegionOf(
  address: Pick<CustomerAddress, "country_id" | "region_id" | "region">,
  countries: Pick<AddressCountries, "regionsOf">,
): CustomerRegion {
  const id = regionIdOf(address);
  const found = countries.regionsOf(address.country_id ?? "").find((region) => id !== 0 && region.region_id === id);
  if (found) return toRegion(found);
  const { region_code: code, region } = address.region ?? {};
  const name = isBlank(region) ? null : (region ?? null);
  // An address that was sent without any region has no id of a region; one whose region names nothing has the id 0.
  const hasRegion = id !== 0 || name !== null || (address.region != null && address.region.region_id == null);
  return { region_code: id === 0 ? name : (code ?? name), region: name, region_id: hasRegion ? id : null };
}

const toRegion = ({ region_id, code, name }: Region): CustomerRegion => ({
  region_id,
  region_code: code,
  region: name,
});
