// SQL: measured by `place-order`, which reads the regions of the addresses.
import { hiddenParameter } from "../../platform/db/statements/parameters.js";
import type { Db } from "../../platform/db/database.js";
import type { Row } from "../../platform/db/models.js";

/** Returns the regions of the countries, by id; of all countries by default. */
export function readRegions(db: Db, countryIds: readonly string[] | null): Promise<Row<"countryRegion">[]> {
  const wanted = countryIds === null ? "" : `where country_id = any(${hiddenParameter(1, "text[]")})`;
  const values = countryIds === null ? [] : [countryIds];
  return db.query(`select region_id, country_id, code, name from country_region ${wanted} order by region_id`, values);
}
