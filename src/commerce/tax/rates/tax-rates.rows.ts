import type { Db } from "../../../platform/db/database.js";
import { type Prisma, withoutNulls } from "../../../platform/db/models.js";
import { plainDecimal } from "../../../api/contract/scalars.js";
import { modelFields } from "../../../api/search-criteria/model-fields.js";
import type { SearchCriteria } from "../../../api/search-criteria/search-criteria.types.js";
import { searchModel } from "../../../api/search-criteria/search-model.js";
import { TaxRate, type TaxRateSearchResults, type TaxRateTitle } from "./tax-rates.types.js";

/** The relations of a rate. */
const parts = {
  region: { select: { code: true } },
  titles: { orderBy: { store_id: "asc" } },
} satisfies Prisma.TaxRateInclude;

type RateRow = Prisma.TaxRateGetPayload<{ include: typeof parts }>;

/** `tax_calculation_rate_id` is the name of Magento's column, and clients search by it too. */
const fields = modelFields("taxRate", TaxRate, {
  tax_calculation_rate_id: "id",
  tax_country_id: "country_id",
  tax_region_id: { column: "region_id", nullAs: 0 },
  region_name: "region.code",
  tax_postcode: "postcode",
  zip_is_range: { sql: "case when t.zip_from is not null then 1 end", type: "integer" },
});

/** Returns a rate, or undefined. */
export async function readTaxRate(db: Db, id: number): Promise<TaxRate | undefined> {
  const row = await db.models.taxRate.findUnique({ where: { id }, include: parts });
  return row ? toRate(row) : undefined;
}

/** Returns the rates that match the criteria. */
export async function searchTaxRates(db: Db, searchCriteria: SearchCriteria): Promise<TaxRateSearchResults> {
  const page = await searchModel(db, searchCriteria, {
    fields,
    read: (query) => db.models.taxRate.findMany({ ...query, include: parts }),
  });
  return { ...page, items: page.items.map(toRate) };
}

/** The writable columns of a rate. */
export type TaxRateData = Omit<Prisma.TaxRateCreateManyInput, "id">;

/** Inserts a rate and returns its id, or undefined if the code is taken. */
export async function insertTaxRate(db: Db, data: TaxRateData): Promise<number | undefined> {
  const [row] = await db.models.taxRate.createManyAndReturn({ data, skipDuplicates: true, select: { id: true } });
  return row?.id;
}

/** Updates a rate and returns its id, or undefined if another rate has the code. */
export async function updateTaxRate(db: Db, id: number, data: TaxRateData): Promise<number | undefined> {
  const holder = await db.models.taxRate.findUnique({ where: { code_key: data.code_key }, select: { id: true } });
  if (holder && holder.id !== id) return undefined;
  await db.models.taxRate.update({ where: { id }, data });
  return id;
}

/** Replaces the titles of a rate. The last title for a store view wins. */
export async function replaceTitles(db: Db, tax_rate_id: number, titles: readonly TaxRateTitle[]): Promise<void> {
  const byStore = new Map(titles.map(({ store_id, value }) => [Number(store_id), value ?? ""]));
  await db.models.taxRateTitle.deleteMany({ where: { tax_rate_id } });
  await db.models.taxRateTitle.createMany({
    data: [...byStore].map(([store_id, value]) => ({ tax_rate_id, store_id, value })),
  });
}

/** Whether a tax rule uses the rate. */
export const isInRule = async (db: Db, tax_rate_id: number): Promise<boolean> =>
  (await db.models.taxRuleRate.findFirst({ where: { tax_rate_id } })) !== null;

/** Deletes a rate. */
export const deleteRateRow = (db: Db, id: number): Promise<unknown> => db.models.taxRate.deleteMany({ where: { id } });

/** Returns the shape of a rate. Magento leaves out missing fields, except the titles. */
function toRate({ code_key: _key, country_id, region_id, postcode, region, titles, ...columns }: RateRow): TaxRate {
  return {
    ...withoutNulls(columns),
    tax_country_id: country_id,
    tax_region_id: region_id ?? 0,
    ...(region ? { region_name: region.code } : {}),
    tax_postcode: postcode,
    ...(columns.zip_from === null ? {} : { zip_is_range: 1 }),
    rate: plainDecimal(columns.rate),
    titles: titles.map(({ store_id, value }) => ({ store_id: String(store_id), value })),
  };
}
