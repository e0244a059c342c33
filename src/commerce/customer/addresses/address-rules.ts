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

/** Returns the rules that an address breaks, in Magento's order. */
export function brokenAddressRules(address: CustomerAddress, needed: NeededDetails): Reason[] {
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
  if (isBlank(country)) return [...broken, required("countryId")];
  if (!countries.isAllowed(country)) return [...broken, invalidValue("countryId", country)];
  return [...broken, ...brokenRegionRules(address, countries)];
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

const toRegion = ({ region_id, code, name }: Region): CustomerRegion => ({
  region_id,
  region_code: code,
  region: name,
});
