import type { AddressFacts } from "../../cart/published.js";
import type { Db } from "../../../platform/db/database.js";
import type { Row } from "../../../platform/db/models.js";

/** A row of the table rates of a website. */
export type TableRate = Row<"shippingTableRate">;

/** A row without its key. */
export type TableRateData = Omit<TableRate, "id">;

/** Values in a row for all countries and for all postal codes. */
export const allCountries = "0";
export const allPostcodes = "*";

/** The table of a website for a measure such as `package_weight`. */
export type RateTable = Pick<TableRate, "website_id" | "condition_name">;

/** Returns a postal code in upper case, as stored in the table, and its part before a hyphen, which matches too. */
function postcodesOf({ postcode = "" }: AddressFacts): string[] {
  const given = postcode.trim().toUpperCase();
  return [...new Set([given, given.split("-")[0]?.trim() ?? ""])].filter((one) => one !== "");
}

/** Returns the rows of a table that match a destination. A row for all countries also covers all regions and postal codes. */
export const readTableRates = (db: Db, table: RateTable, destination: AddressFacts): Promise<TableRate[]> =>
  db.models.shippingTableRate.findMany({
    where: {
      ...table,
      OR: [
        { dest_country_id: allCountries, dest_region_id: 0, dest_zip: allPostcodes },
        {
          dest_country_id: destination.countryId ?? allCountries,
          dest_region_id: { in: [0, destination.regionId ?? 0] },
          dest_zip: { in: [allPostcodes, ...postcodesOf(destination)] },
        },
      ],
    },
  });

/** Returns a table in the order of its file. */
export const readWholeTable = (db: Db, table: RateTable): Promise<TableRate[]> =>
  db.models.shippingTableRate.findMany({
    where: { ...table },
    orderBy: [{ dest_country_id: "asc" }, { dest_region_id: "asc" }, { dest_zip: "asc" }, { condition_value: "asc" }],
  });

/** Replaces all rows of a table. */
export async function replaceTable(db: Db, table: RateTable, rows: readonly Omit<TableRateData, keyof RateTable>[]) {
  await db.models.shippingTableRate.deleteMany({ where: { ...table } });
  for (let start = 0; start < rows.length; start += rowsPerStatement) {
    const part = rows.slice(start, start + rowsPerStatement);
    await db.models.shippingTableRate.createMany({ data: part.map((row) => ({ ...row, ...table })) });
  }
}

const rowsPerStatement = 2000;
