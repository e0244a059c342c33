import type { Db } from "../db/database.js";
import type { DecimalText } from "../contract/scalars.js";

/** Returns the countries with the ids, by id. */
export const readCountries = (db: Db, ids: readonly string[]): Promise<{ country_id: string; iso3_code: string }[]> =>
  db.query(`select country_id, iso3_code from country where country_id = any($1::text[]) order by country_id`, [ids]);

/** Returns the known rates from a currency to others. */
export const readRates = (
  db: Db,
  from: string,
  to: readonly string[],
): Promise<{ currency_to: string; rate: DecimalText }[]> =>
  db.query(
    `select currency_to, rate from currency_rate where currency_from = $1::text and currency_to = any($2::text[])`,
    [from, to],
  );
