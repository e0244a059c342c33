// SQL: values of sequences.
import type { Db } from "../../db/database.js";
import { tableOf } from "../../db/models.js";
import { type DocumentKind, documentModels } from "./document-kinds.js";

/** Draws the id of a new document. Takes no lock. */
export async function drawDocumentId(db: Db, kind: DocumentKind): Promise<number> {
  const { table } = tableOf(documentModels[kind].document);
  const drawn = await db.one<{ id: number }>(`select nextval('${table}_entity_id_seq')::int as id`);
  if (!drawn) throw new Error("failed to draw an id for a document");
  return drawn.id;
}

/** Returns whether a store view has a document of a kind with a number. */
export async function hasDocumentWithNumber(
  db: Db,
  kind: DocumentKind,
  { storeId, number }: { readonly storeId: number; readonly number: string },
): Promise<boolean> {
  const { table } = tableOf(documentModels[kind].document);
  const found = await db.query(`select 1 from "${table}" where store_id = $1 and increment_id = $2`, [storeId, number]);
  return found.length > 0;
}
