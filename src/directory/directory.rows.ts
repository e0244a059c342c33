import type { Db } from "../db/database.js";
import type { Row } from "../db/models.js";

/** Returns the countries with the ids, by id; null for all. */
export const readCountries = (db: Db, ids: readonly string[] | null): Promise<Row<"country">[]> =>
  db.models.country.findMany({
    ...(ids === null ? {} : { where: { country_id: { in: [...ids] } } }),
    orderBy: { country_id: "asc" },
  });

/** Returns the known rates from a currency to others. */
export const readRates = (db: Db, from: string, to: readonly string[]): Promise<Row<"currencyRate">[]> =>
  db.models.currencyRate.findMany({ where: { currency_from: from, currency_to: { in: [...to] } } });
