// SQL: models cannot draw ids from a sequence.
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
