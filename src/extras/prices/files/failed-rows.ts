import { inputError } from "../../../api/call/errors.js";
import type { Db } from "../../../platform/db/database.js";
import { headerOf } from "./file-format.js";
import { readRowList, type RowList, type StoredImport } from "./imports.rows.js";
import type { ExportPage } from "./export/export-prices.js";
import { formatOfList, rowsWithCodes } from "./listed-rows.js";

/** Which rows to list, and the cursor of the page. */
interface ListedRows {
  readonly list: RowList;
  /** The codes of the rows to list, separated by commas; all rows if it is empty. */
  readonly codes: string | null | undefined;
  readonly after: string | null | undefined;
}

/** Returns the next page of failed rows, or of warnings: those of one part of the import. The first page begins with the header. */
export async function rowListPage(
  db: Db,
  { id, format }: StoredImport,
  { list, codes, after }: ListedRows,
): Promise<ExportPage> {
  const listed = formatOfList(format);
  if (after && !/^\d{1,9}$/.test(after)) throw inputError("The cursor %after is unknown.", { after });
  const found = await readRowList(db, id, { list, after: after ? Number(after) : -1 });
  const wanted = new Set(
    (codes ?? "")
      .split(",")
      .map((code) => code.trim().toLowerCase())
      .filter(Boolean),
  );
  const content = found?.content ?? "";
  const kept = wanted.size === 0 ? content : rowsWithCodes(content, listed, wanted);
  return { content: (after ? "" : headerOf(listed)) + kept, next: found ? String(found.part) : null };
}
