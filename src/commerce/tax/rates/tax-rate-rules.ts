import { plainDecimal } from "../../../api/contract/scalars.js";
import type { Context } from "../../../api/call/context.js";
import type { Db } from "../../../platform/db/database.js";
import { fit, taxRateColumn } from "../../../platform/money/columns.js";
import {
  aggregate,
  alreadyExists,
  inputError,
  invalidValue,
  noSuchEntity,
  type Reason,
  required,
} from "../../../api/call/errors.js";
import { isCountry, readRegion } from "../../directory/published.js";
import { readStoreViews } from "../../store/published.js";
import { lock } from "../../../platform/db/lock.js";
import { keyOf, sentColumns } from "../../../platform/db/models.js";
import { brokenNameRules } from "../broken-rules.js";
import {
  deleteRateRow,
  insertTaxRate,
  isInRule,
  readTaxRate,
  replaceTitles,
  type TaxRateData,
  updateTaxRate,
} from "./tax-rates.rows.js";
import type { TaxRate, TaxRateTitle } from "./tax-rates.types.js";
import { isBlank } from "../../../api/call/spelling.js";

const maxPostcodeLength = 10;
const maxZip = 999_999_999;

/** Returns the rate. Throws 404 for an unknown one. */
export async function requireTaxRate(db: Db, id: number): Promise<TaxRate> {
  const rate = await readTaxRate(db, id);
  if (!rate) throw noSuchEntity("taxRateId", id);
  return rate;
}

/**
 * Creates a rate, or replaces the one with the id, and returns it with the percentage and, in REST, the titles as they were
 * sent. Throws 400 with all broken rules, and for a code that another rate has, case-insensitive; 404 for an unknown id.
 */
export async function saveTaxRate(
  { db, answersStored }: Pick<Context, "db" | "answersStored">,
  given: TaxRate,
): Promise<TaxRate> {
  const id = given.id || undefined;
  if (id !== undefined) await lockTaxRate(db, id);
  const place = await readPlace(db, given);
  const titles = given.titles?.filter(({ store_id }) => store_id != null);
  const broken = [...brokenRules(given, place), ...(await findBrokenTitles(db, titles ?? []))];
  if (broken.length > 0) throw aggregate(broken);
  const data = dataOf(given, place);
  const saved = id === undefined ? await insertTaxRate(db, data) : await updateTaxRate(db, id, data);
  if (saved === undefined) throw alreadyExists("%1 already exists.", ["Code"]);
  if (titles) await replaceTitles(db, saved, titles);
  const rate = { ...(await requireTaxRate(db, saved)), rate: plainDecimal(data.rate) };
  const sent = given.titles?.map(({ store_id = null, value = null }) => ({ store_id, value }));
  return sent && !answersStored ? { ...rate, titles: sent } : rate;
}

/** Deletes a rate. Throws 404 for an unknown rate, 400 for one that a tax rule uses. */
export async function deleteTaxRate(db: Db, id: number): Promise<void> {
  await lockTaxRate(db, id);
  if (await isInRule(db, id)) throw inputError("The tax rate can't be removed because it exists in a tax rule.");
  await deleteRateRow(db, id);
}

async function lockTaxRate(db: Db, id: number): Promise<void> {
  const [rate] = await lock(db, "taxRate", { id: [id], for: "update" });
  if (!rate) throw noSuchEntity("taxRateId", id);
}

/** Whether the country and region of a rate exist. */
interface Place {
  readonly isCountry: boolean;
  readonly isRegion: boolean;
  readonly isRegionOfCountry: boolean;
}

async function readPlace(db: Db, { tax_country_id: country, tax_region_id: regionId }: TaxRate): Promise<Place> {
  const region = regionId ? await readRegion(db, regionId) : undefined;
  return {
    isCountry: await isCountry(db, country ?? ""),
    isRegion: region !== undefined,
    isRegionOfCountry: region !== undefined && region.country_id === country,
  };
}

function brokenRules(given: TaxRate, place: Place): Reason[] {
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
    value == null || value < 0 ? [invalidValue(name, value ?? null)] : [],
  );
  if (Math.max(zip_from ?? 0, zip_to ?? 0) > maxZip) broken.push({ message: "Maximum zip code length is 9." });
  if ((zip_from ?? 0) > (zip_to ?? 0)) {
    broken.push({ message: "Range To should be equal or greater than Range From.", parameters: [] });
  }
  return broken;
}

async function findBrokenTitles(db: Db, titles: readonly TaxRateTitle[]): Promise<Reason[]> {
  if (titles.length === 0) return [];
  const known = new Set((await readStoreViews(db)).map(({ id }) => String(id)));
  const unknown = new Set(titles.map(({ store_id }) => store_id ?? "").filter((storeId) => !known.has(storeId)));
  return [...unknown].sort().map((storeId) => invalidValue("store_id", storeId));
}

/** Returns the columns of a valid rate. A region of another country is ignored, as in Magento. */
function dataOf(given: TaxRate, place: Place): TaxRateData {
  const isRange = Boolean(given.zip_is_range);
  const { zip_from = null, zip_to = null, code } = given;
  return {
    ...sentColumns("taxRate", given),
    country_id: given.tax_country_id ?? "",
    region_id: place.isRegionOfCountry ? (given.tax_region_id ?? null) : null,
    postcode: isRange ? `${zip_from}-${zip_to}` : [...(given.tax_postcode ?? "")].slice(0, maxPostcodeLength).join(""),
    zip_from: isRange ? zip_from : null,
    zip_to: isRange ? zip_to : null,
    rate: given.rate ?? "0",
    code: code ?? "",
    code_key: keyOf(code ?? ""),
  };
}
