import type { Db } from "../db/database.js";
import { fit, taxRateColumn } from "../money/columns.js";
import {
  aggregate,
  alreadyExists,
  inputError,
  invalidValue,
  noSuchEntity,
  type Reason,
  required,
} from "../call/errors.js";
import { brokenNameRules } from "./broken-rules.js";
import {
  isInRule,
  lockTaxRate,
  readPlace,
  readTaxRate,
  readUnknownStores,
  removeTaxRate,
  replaceTitles,
  type TaxRatePlace,
  type TaxRateValues,
  writeTaxRate,
} from "./tax-rates.rows.js";
import type { TaxRate, TaxRateTitle } from "./tax-rates.types.js";

const longestPostcode = 10;
const longestZip = 999_999_999;

/** The rate; 404 where there is none. */
export async function taxRateById(db: Db, id: number): Promise<TaxRate> {
  const rate = await readTaxRate(db, id);
  if (!rate) throw noSuchEntity("taxRateId", id);
  return rate;
}

/**
 * Creates a rate, or puts what is given in place of the one whose id is given, and gives it back as stored. 400 with all
 * rules that it breaks, and for a code that is taken in any case; 404 for an unknown id.
 */
export async function saveTaxRate(db: Db, given: TaxRate): Promise<TaxRate> {
  const id = given.id || undefined;
  if (id !== undefined) {
    await lockTaxRate(db, id);
    await taxRateById(db, id);
  }
  const place = await readPlace(db, given.tax_country_id ?? "", given.tax_region_id || null);
  const titles = given.titles?.filter(({ value }) => value != null && value !== "");
  const broken = [...brokenRules(given, place), ...(await brokenTitles(db, titles ?? []))];
  if (broken.length > 0) throw aggregate(broken);
  const saved = await writeTaxRate(db, id, valuesOf(given, place));
  if (saved === undefined) throw alreadyExists("%1 already exists.", ["Code"]);
  if (titles) await replaceTitles(db, saved, titles);
  return taxRateById(db, saved);
}

/** Removes a rate. 404 for an unknown one, 400 for one that a tax rule has. */
export async function deleteTaxRate(db: Db, id: number): Promise<void> {
  await taxRateById(db, id);
  await lockTaxRate(db, id);
  if (await isInRule(db, id)) throw inputError("The tax rate can't be removed because it exists in a tax rule.");
  await removeTaxRate(db, id);
}

function brokenRules(given: TaxRate, place: TaxRatePlace): Reason[] {
  const { tax_country_id: country, tax_region_id: region, rate } = given;
  const broken: Reason[] = [];
  if (isBlank(country)) broken.push(required("country_id"));
  else if (!place.isCountry) broken.push(invalidValue("country_id", country ?? ""));
  if (region && !place.isRegion) broken.push(invalidValue("region_id", region));
  if (rate == null || rate.startsWith("-")) broken.push(required("percentage_rate"));
  else if (fit(rate, taxRateColumn) === undefined) broken.push(invalidValue("percentage_rate", rate));
  broken.push(...brokenNameRules("code", given.code));
  if (given.zip_is_range) broken.push(...brokenRange(given));
  else if (isBlank(given.tax_postcode)) broken.push(required("postcode"));
  return broken;
}

function brokenRange({ zip_from, zip_to }: TaxRate): Reason[] {
  const broken = Object.entries({ zip_from, zip_to }).flatMap(([name, value]) =>
    value == null || value < 0 ? [invalidValue(name, value ?? "")] : [],
  );
  if (Math.max(zip_from ?? 0, zip_to ?? 0) > longestZip) broken.push({ message: "Maximum zip code length is 9." });
  if ((zip_from ?? 0) > (zip_to ?? 0)) {
    broken.push({ message: "Range To should be equal or greater than Range From." });
  }
  return broken;
}

async function brokenTitles(db: Db, titles: readonly TaxRateTitle[]): Promise<Reason[]> {
  if (titles.length === 0) return [];
  const unknown = await readUnknownStores(
    db,
    titles.map(({ store_id }) => store_id),
  );
  return unknown.map((storeId) => invalidValue("store_id", storeId));
}

/** What is stored of a rate that breaks no rule. A region of another country is none, as in Magento. */
function valuesOf(given: TaxRate, place: TaxRatePlace): TaxRateValues {
  const { zip_from, zip_to } = given;
  const isRange = Boolean(given.zip_is_range);
  return {
    countryId: given.tax_country_id ?? "",
    regionId: place.isRegionOfCountry ? (given.tax_region_id ?? null) : null,
    postcode: isRange ? `${zip_from}-${zip_to}` : [...(given.tax_postcode ?? "")].slice(0, longestPostcode).join(""),
    zipFrom: isRange ? (zip_from ?? null) : null,
    zipTo: isRange ? (zip_to ?? null) : null,
    rate: given.rate ?? "0",
    code: given.code ?? "",
  };
}

const isBlank = (text: string | null | undefined) => (text ?? "").trim() === "";
