import type { Db } from "../../../platform/db/database.js";
import { readCountries, readRegions } from "../../directory/published.js";
import { readSettings, readWebsites } from "../../store/published.js";
import { formatRates, measures, parseRates } from "./table-rate-file.js";
import { readWholeTable, replaceTable } from "./table-rates.rows.js";

/** Identifies a table of rates by website code and condition; the default condition is in the settings of the website. */
export interface NamedTable {
  readonly website: string;
  readonly condition?: string | undefined;
}

/** Replaces a table with the rows of a file and returns their number. Throws for an invalid line; then nothing changes. */
export function importTableRates(db: Db, named: NamedTable, text: string): Promise<number> {
  return db.transaction(async (tx) => {
    const table = await findTable(tx, named);
    const rows = parseRates(text, table.condition_name, await readDirectory(tx));
    await replaceTable(tx, table, rows);
    return rows.length;
  });
}

/** Returns a table as the text of a CSV file. */
export async function exportTableRates(db: Db, named: NamedTable): Promise<string> {
  const table = await findTable(db, named);
  return formatRates(await readWholeTable(db, table), table.condition_name, await readDirectory(db));
}

const readDirectory = async (db: Db) => ({
  countries: await readCountries(db, null),
  regions: await readRegions(db, null),
});

const conditionPath = "carriers/tablerate/condition_name";

async function findTable(db: Db, { website, condition }: NamedTable) {
  const found = (await readWebsites(db)).find(({ code, id }) => code === website && id !== 0);
  if (!found) throw new Error(`No website has the code "${website}".`);
  if (condition !== undefined && !(condition in measures)) {
    throw new Error(`"${condition}" is not a table rate condition. Use one of ${Object.keys(measures).join(", ")}.`);
  }
  const readDefaultCondition = async () =>
    (await readSettings(db, [conditionPath])).value(conditionPath, { storeId: 0, websiteId: found.id });
  return { website_id: found.id, condition_name: condition ?? (await readDefaultCondition()) };
}
