import type { Db } from "../../../platform/db/database.js";
import type { MailTopic } from "./mailed-documents.rows.js";

/** Queues the email of an order or a document to be composed later. An email that is already queued is composed once. */
export async function requestMail(db: Db, { kind, id }: MailTopic, comment: string | null = null): Promise<void> {
  const key = { kind, document_id: id };
  await db.models.salesMailRequest.upsert({
    where: { kind_document_id: key },
    create: { ...key, comment },
    update: { comment, attempts: 0 },
  });
}

/** Returns the number of queued emails. */
export const countMailRequests = (db: Db): Promise<number> => db.models.salesMailRequest.count();
