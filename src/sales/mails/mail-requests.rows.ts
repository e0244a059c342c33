import type { Db } from "../../db/database.js";
import type { Mailed } from "./mailed-documents.rows.js";

/** Requests the mail of an order or a document, to be written later. A mail that is already requested is written once. */
export async function requestMail(db: Db, { kind, id }: Mailed, comment: string | null = null): Promise<void> {
  const key = { kind, document_id: id };
  await db.models.salesMailRequest.upsert({
    where: { kind_document_id: key },
    create: { ...key, comment },
    update: { comment, attempts: 0 },
  });
}
