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

/** Returns the failed rows of the next part that has any, or undefined. */
export async function readFailures(db: Db, import_id: string, after: number) {
  const found = await db.models.priceImportPart.findFirst({
    where: { import_id, part: { gt: after }, failures: { not: null } },
    orderBy: { part: "asc" },
    select: { part: true, failures: true },
  });
  return found ?? undefined;
}
