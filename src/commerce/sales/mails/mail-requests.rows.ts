import type { Db } from "../../../platform/db/database.js";
import type { MailTopic } from "./mailed-documents.rows.js";
import type { MailSubject } from "./mail-settings.js";

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

/** A queued request for an email. */
export interface MailRequest {
  readonly kind: MailSubject;
  readonly id: number;
  readonly comment: string | null;
  readonly attempts: number;
}

/** Removes the oldest request from the queue. It returns to the queue if the transaction is rolled back. */
// SQL: a queue that skips locked rows.
export const dequeueRequest = (db: Db): Promise<MailRequest | undefined> =>
  db.one<MailRequest>(
    `with due as (
       select kind, document_id from sales_mail_request order by created_at limit 1 for update skip locked
     )
     delete from sales_mail_request r using due where r.kind = due.kind and r.document_id = due.document_id
     returning r.kind, r.document_id as id, r.comment, r.attempts`,
  );

/** Puts a failed request back at the end of the queue. */
// SQL: a queue that skips locked rows.
export async function requeueRequest(db: Db, { kind, id, comment, attempts }: MailRequest): Promise<void> {
  await db.execute(
    `insert into sales_mail_request (kind, document_id, comment, attempts) values ($1::text, $2::int, $3::text, $4::int)
     on conflict (kind, document_id) do nothing`,
    [kind, id, comment, attempts + 1],
  );
}
