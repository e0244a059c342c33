import { inputError } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { failureColumns, headerOf, isFailureColumn } from "./file-format.js";
import { readFailures } from "./imports.rows.js";
import type { StoredImport } from "./imports.sql.js";
import type { ExportPage } from "./export/export-prices.js";

/** Returns the next page of failed rows: those of one part of the import. The first page begins with the header. */
export async function failedPage(
  db: Db,
  { id, format }: StoredImport,
  after: string | null | undefined,
): Promise<ExportPage> {
  const columns = format.columns.filter((name) => !isFailureColumn(name));
  const header = after ? "" : headerOf({ ...format, columns }, failureColumns);
  if (after && !/^\d{1,9}$/.test(after)) throw inputError("The cursor %after is unknown.", { after });
  const found = await readFailures(db, id, after ? Number(after) : -1);
  return { content: header + (found?.failures ?? ""), next: found ? String(found.part) : null };
}
