import { brokenLengthRules, mergeValues, type CustomValues, regionOf } from "../../customer/published.js";
import type { CustomerAddress } from "../../customer/addresses/addresses.types.js";
import type { Region } from "../../directory/published.js";
import type { AddressColumns } from "./addresses.rows.js";
import type { CartAddress } from "./addresses.types.js";

const texts = [
  ...["prefix", "firstname", "middlename", "lastname", "suffix", "company", "city", "postcode", "telephone"],
  ...["fax", "vat_id"],
] as const;

const regionFields = ["region", "region_id", "region_code"] as const;

/** Definitions needed to read an address. */
export interface AddressDefinitions {
  /** Regions of the country; others may be included. */
  readonly regions: readonly Region[];
  readonly attributes: Parameters<typeof mergeValues>[2];
}

/**
 * Merges the fields sent into the stored ones. A new region, or a new country, replaces all stored region fields.
 */
export function mergeFields(stored: AddressColumns, given: CartAddress, by: AddressDefinitions): AddressColumns {
  const merged = {
    ...stored,
    ...Object.fromEntries(texts.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]]))),
    ...(given.street === undefined ? {} : { street: given.street ?? [] }),
    ...(given.country_id === undefined ? {} : { country_id: given.country_id || null }),
    ...(given.email === undefined ? {} : { email: given.email?.trim() || null }),
    ...(given.save_in_address_book == null ? {} : { save_in_address_book: given.save_in_address_book === 1 }),
    ...(given.same_as_billing == null ? {} : { same_as_billing: given.same_as_billing === 1 }),
    custom_values: mergeValues(stored.custom_values as CustomValues, given.custom_attributes, by.attributes),
  } as AddressColumns;
  return { ...merged, ...regionColumns(stored, { ...given, country_id: merged.country_id }, by.regions) };
}

function regionColumns(stored: AddressColumns, given: CartAddress, regions: readonly Region[]) {
  const { country_id = null } = given;
  const isSent = regionFields.some((name) => given[name] != null);
  const isKept = !isSent && country_id === stored.country_id;
  const { region = null, region_id = null, region_code = null } = isKept ? stored : given;
  if (region === null && region_id === null && region_code === null) return { region, region_id, region_code };
  const regionsOf = (country: string) => regions.filter((known) => known.country_id === country);
  const found = regionOf({ country_id, region_id, region: { region, region_code } }, { regionsOf });
  return {
    region: found.region ?? null,
    region_id: found.region_id || null,
    region_code: found.region_code ?? null,
  };
}

/** Returns the columns of a stored address of the customer, which replace all fields sent. */
export function toLinkedColumns(
  linked: CustomerAddress,
  { email, save_in_address_book }: AddressColumns,
): AddressColumns {
  const { region_code, region, region_id } = linked.region ?? {};
  const values = (linked.custom_attributes ?? []).map(({ attribute_code, value }) => [attribute_code, value] as const);
  return {
    ...textsOf(linked),
    street: linked.street ?? [],
    country_id: linked.country_id ?? null,
    region_code: region_code ?? null,
    region: region ?? null,
    region_id: region_id || null,
    custom_values: Object.fromEntries(values) as AddressColumns["custom_values"],
    customer_address_id: linked.id ?? null,
    pickup_location_code: null,
    email,
    save_in_address_book,
    same_as_billing: false,
  };
}

type TextName = (typeof texts)[number];

const textsOf = (from: { readonly [Name in TextName]?: string | null | undefined }) =>
  Object.fromEntries(texts.map((name) => [name, from[name] ?? null])) as Record<TextName, string | null>;

const compared = [...texts, ...regionFields, "country_id"] as const;

/** Whether two addresses name the same person and place. */
export const isSameAddress = (one: AddressColumns, other: AddressColumns): boolean =>
  compared.every((name) => (one[name] ?? "") === (other[name] ?? "")) &&
  one.street.join("\n") === other.street.join("\n");

/** Whether an address has no country, city, postal code, last name and street. */
export const isEmptyAddress = ({ country_id, city, postcode, street, lastname }: AddressColumns): boolean =>
  [country_id, city, postcode, lastname, ...street].every((text) => (text ?? "") === "");

/** Returns the error of the first field that is too long for Magento's columns, or undefined. */
export const tooLongField = (columns: AddressColumns) =>
  brokenLengthRules({
    ...textsOf(columns),
    street: columns.street,
    region: { region: columns.region, region_code: columns.region_code },
  })[0];
