import type { Db } from "../../db/database.js";
import { type DocumentKind, documentModels } from "./document-kinds.js";

/** Returns whether a store view has a document of a kind with a number. */
export async function hasDocumentWithNumber(
  db: Db,
  kind: DocumentKind,
  { storeId: store_id, number: increment_id }: { readonly storeId: number; readonly number: string },
): Promise<boolean> {
  // The three models have the same key.
  const documents = db.models[documentModels[kind].document] as unknown as Db["models"]["salesInvoice"];
  const where = { store_id_increment_id: { store_id, increment_id } };
  return (await documents.findUnique({ where, select: { entity_id: true } })) !== null;
}
