import type { Db } from "../../../platform/db/database.js";
import type { FileFormat } from "./file-format.js";
import type { Policy } from "./imports.sql.js";

/** Inserts an import. None of its parts is queued yet. */
export async function insertImport(
  db: Db,
  id: string,
  { format: { format, delimiter, columns }, policy }: { readonly format: FileFormat; readonly policy: Policy },
): Promise<void> {
  const data = { id, policy: policy.name, stop_after: policy.stopAfter, format, delimiter, columns: [...columns] };
  await db.models.priceImport.createMany({ data: [data] });
}

/** Deletes an import with its parts. */
export async function deleteImport(db: Db, id: string): Promise<void> {
  await db.models.priceImport.deleteMany({ where: { id } });
}

/** Lists of rows that an import keeps. */
export type RowList = "failures" | "warnings";

/** Returns the rows of a list of the next part that has any, or undefined. */
export async function readRowList(db: Db, import_id: string, { list, after }: { list: RowList; after: number }) {
  const found = await db.models.priceImportPart.findFirst({
    where: { import_id, part: { gt: after }, [list]: { not: null } },
    orderBy: { part: "asc" },
    select: { part: true, failures: true, warnings: true },
  });
  return found ? { part: found.part, content: found[list] ?? "" } : undefined;
}
