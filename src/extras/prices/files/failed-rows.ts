import { inputError } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { failureColumns, headerOf, isFailureColumn } from "./file-format.js";
import { readRowList, type RowList, type StoredImport } from "./imports.rows.js";
import type { ExportPage } from "./export/export-prices.js";

/** Which rows to list, and the cursor of the page. */
interface ListedRows {
  readonly list: RowList;
  readonly after: string | null | undefined;
}

/** Returns the next page of failed rows, or of warnings: those of one part of the import. The first page begins with the header. */
export async function rowListPage(
  db: Db,
  { id, format }: StoredImport,
  { list, after }: ListedRows,
): Promise<ExportPage> {
  const columns = format.columns.filter((name) => !isFailureColumn(name));
  const header = after ? "" : headerOf({ ...format, columns }, failureColumns);
  if (after && !/^\d{1,9}$/.test(after)) throw inputError("The cursor %after is unknown.", { after });
  const found = await readRowList(db, id, { list, after: after ? Number(after) : -1 });
  return { content: header + (found?.content ?? ""), next: found ? String(found.part) : null };
}
