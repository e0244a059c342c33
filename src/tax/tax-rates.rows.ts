import type { Db } from "../db/database.js";
import { isUniqueViolation } from "../db/sql-errors.js";
import { type DecimalText, plainDecimal } from "../contract/scalars.js";
import type { SqlField } from "../search-criteria/compile-sql.js";
import type { SearchCriteria } from "../search-criteria/search-criteria.types.js";
import { searchPage } from "../search-criteria/search-page.sql.js";
import type { TaxRate, TaxRateSearchResults, TaxRateTitle } from "./tax-rates.types.js";

interface RateRow {
  readonly id: number;
  readonly country_id: string;
  readonly region_id: number | null;
  readonly region_code: string | null;
  readonly postcode: string;
  readonly zip_from: number | null;
  readonly zip_to: number | null;
  readonly rate: DecimalText;
  readonly code: string;
  readonly titles: TaxRateTitle[];
}

const columns = `t.id, t.country_id, t.region_id, r.code as region_code, t.postcode, t.zip_from, t.zip_to, t.rate, t.code,
  (select coalesce(json_agg(json_build_object('store_id', title.store_id::text, 'value', title.value) order by title.store_id), '[]')
   from tax_rate_title title where title.tax_rate_id = t.id) as titles`;
const tables = "tax_rate t left join country_region r on r.region_id = t.region_id";

const id: SqlField = { sql: "t.id", type: "integer" };

/** By the shape's names, and by that of Magento's own table, which its clients search by too. */
const fields: ReadonlyMap<string, SqlField> = new Map<string, SqlField>([
  ["id", id],
  ["tax_calculation_rate_id", id],
  ["tax_country_id", { sql: "t.country_id", type: "text" }],
  ["tax_region_id", { sql: "coalesce(t.region_id, 0)", type: "integer" }],
  ["region_name", { sql: "r.code", type: "text" }],
  ["tax_postcode", { sql: "t.postcode", type: "text" }],
  ["zip_is_range", { sql: "case when t.zip_from is not null then 1 end", type: "integer" }],
  ["zip_from", { sql: "t.zip_from", type: "integer" }],
  ["zip_to", { sql: "t.zip_to", type: "integer" }],
  ["rate", { sql: "t.rate", type: "decimal" }],
  ["code", { sql: "t.code", type: "text" }],
]);

/** A rate, or undefined where there is none. */
export async function readTaxRate(db: Db, rateId: number): Promise<TaxRate | undefined> {
  const row = await db.one<RateRow>(`select ${columns} from ${tables} where t.id = $1::int`, [rateId]);
  return row && toRate(row);
}

/** The rates that the criteria ask for. */
export async function searchTaxRates(db: Db, searchCriteria: SearchCriteria): Promise<TaxRateSearchResults> {
  const page = await searchPage<RateRow>(db, searchCriteria, {
    columns,
    from: tables,
    field: (name) => fields.get(name),
    tieBreaker: "t.id",
  });
  return { ...page, items: page.items.map(toRate) };
}

/** What is known of the place that a rate names. */
export interface TaxRatePlace {
  readonly isCountry: boolean;
  readonly isRegion: boolean;
  readonly isRegionOfCountry: boolean;
}

/** Whether there is such a country, such a region, and the one in the other. */
export async function readPlace(db: Db, countryId: string, regionId: number | null): Promise<TaxRatePlace> {
  const row = await db.one<TaxRatePlace>(
    `select exists (select from country where country_id = $1::text) as "isCountry",
       exists (select from country_region where region_id = $2::int) as "isRegion",
       exists (select from country_region where region_id = $2::int and country_id = $1::text) as "isRegionOfCountry"`,
    [countryId, regionId],
  );
  return row ?? { isCountry: false, isRegion: false, isRegionOfCountry: false };
}

/** Which of these are ids of no store view. */
export async function readUnknownStores(db: Db, storeIds: readonly string[]): Promise<string[]> {
  const rows = await db.query<{ store_id: string }>(
    `select distinct given.store_id from unnest($1::text[]) given (store_id)
     where not exists (select from store where store.id::text = given.store_id) order by 1`,
    [storeIds],
  );
  return rows.map(({ store_id }) => store_id);
}

/** Keeps a rate as it is until the transaction ends. */
export async function lockTaxRate(db: Db, rateId: number): Promise<void> {
  await db.execute(`select 1 from tax_rate where id = $1::int for update`, [rateId]);
}

/** What is stored of a rate, apart from its titles. */
export interface TaxRateValues {
  readonly countryId: string;
  readonly regionId: number | null;
  readonly postcode: string;
  readonly zipFrom: number | null;
  readonly zipTo: number | null;
  readonly rate: DecimalText;
  readonly code: string;
}

const inserting = `insert into tax_rate (country_id, region_id, postcode, zip_from, zip_to, rate, code)
  values ($1::text, $2::int, $3::text, $4::int, $5::int, $6::numeric, $7::text) returning id`;
const updating = `update tax_rate set country_id = $1::text, region_id = $2::int, postcode = $3::text, zip_from = $4::int,
  zip_to = $5::int, rate = $6::numeric, code = $7::text where id = $8::int returning id`;

/** Adds a rate, or changes the one of the id; gives its id, or undefined where the code is taken in any case. */
export async function writeTaxRate(
  db: Db,
  rateId: number | undefined,
  { countryId, regionId, postcode, zipFrom, zipTo, rate, code }: TaxRateValues,
): Promise<number | undefined> {
  const values = [countryId, regionId, postcode, zipFrom, zipTo, rate, code];
  try {
    const [row] =
      rateId === undefined
        ? await db.query<{ id: number }>(inserting, values)
        : await db.query<{ id: number }>(updating, [...values, rateId]);
    return row?.id;
  } catch (error) {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}

/** Puts titles in place of those that a rate has; of two for one store view the last one counts. */
export async function replaceTitles(db: Db, rateId: number, titles: readonly TaxRateTitle[]): Promise<void> {
  const byStore = new Map(titles.map(({ store_id, value }) => [Number(store_id), value]));
  await db.execute(`delete from tax_rate_title where tax_rate_id = $1::int`, [rateId]);
  await db.execute(
    `insert into tax_rate_title (tax_rate_id, store_id, value)
     select $1::int, store_id, value from unnest($2::int[], $3::text[]) given (store_id, value)`,
    [rateId, [...byStore.keys()], [...byStore.values()]],
  );
}

/** Whether a rule has the rate. */
export async function isInRule(db: Db, rateId: number): Promise<boolean> {
  const rows = await db.query(`select 1 from tax_rule_rate where tax_rate_id = $1::int limit 1`, [rateId]);
  return rows.length > 0;
}

/** Removes a rate that no rule has. */
export const removeTaxRate = (db: Db, rateId: number): Promise<number> =>
  db.execute(`delete from tax_rate where id = $1::int`, [rateId]);

/** Magento leaves out what a rate does not have, but for its titles. */
function toRate({ region_code, zip_from, zip_to, ...row }: RateRow): TaxRate {
  return {
    id: row.id,
    tax_country_id: row.country_id,
    tax_region_id: row.region_id ?? 0,
    ...(region_code === null ? {} : { region_name: region_code }),
    tax_postcode: row.postcode,
    ...(zip_from === null ? {} : { zip_is_range: 1, zip_from, zip_to }),
    rate: plainDecimal(row.rate),
    code: row.code,
    titles: row.titles,
  };
}
