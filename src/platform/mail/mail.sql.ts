// SQL: the queue of emails. They are claimed in batches that skip locked rows, and timed by the clock of the database.
import type { Db, Writes } from "../db/database.js";

/** An email to one recipient: plain text, lines separated by `\n`, and optionally the same as HTML. */
export interface Mail {
  /** Kind of the email, for example `welcome` or `password_reset`. */
  readonly kind: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  /** The text as HTML; absent for an email in plain text. */
  readonly html?: string | null | undefined;
  /** Addresses of blind copies. */
  readonly bcc?: readonly string[] | undefined;
}

/** Adds an email to the outbox. It is sent after the transaction is committed, and never if it is rolled back. */
export async function queueMail(db: Pick<Db, "execute">, mail: Mail): Promise<void> {
  await queueMails(db, [mail]);
}

/** Adds emails to the outbox, as `queueMail` does. */
export async function queueMails(db: Writes, mails: readonly Mail[]): Promise<void> {
  if (mails.length === 0) return;
  await db.execute(
    `insert into mail (kind, recipient, subject, body, html, bcc)
     select m.kind, m.recipient, m.subject, m.body, m.html, m.bcc
     from json_populate_recordset(null::mail, $1::json) m`,
    [JSON.stringify(mails.map(({ html = null, bcc = [], ...mail }) => ({ ...mail, html, bcc })))],
  );
}

/** An email that this process has claimed. */
export interface ClaimedMail extends Mail {
  readonly id: string;
  /** Number of the attempt, from 1. */
  readonly attempt: number;
}

/** Seconds after which a claim without a recorded outcome expires, because its process has probably died. */
const lease = 300;

/**
 * Claims emails that are due. A claim is a time, not a lock, until which no other process claims the email. Times are
 * compared in milliseconds, the precision of the column, so that an email is due immediately after it is queued.
 */
export function claimMails(db: Db, limit: number): Promise<ClaimedMail[]> {
  return db.query<ClaimedMail>(
    `with due as (
       select id from mail where state = 'pending' and due_at <= now()::timestamptz(3) order by due_at limit $1::int
       for update skip locked
     )
     update mail m set attempts = m.attempts + 1, due_at = now() + make_interval(secs => ${lease})
     from due where m.id = due.id
     returning m.id, m.kind, m.recipient, m.subject, m.body, m.html, m.bcc, m.attempts as attempt`,
    [limit],
  );
}

/** The outcome of an attempt to send an email. */
export interface Outcome {
  /** Text of the error; null if the email was sent. */
  readonly error: string | null;
  /** Seconds until the next attempt; null if there is none. */
  readonly retryIn: number | null;
}

/** Records the outcome of an attempt, unless another process has claimed the email meanwhile. */
export async function recordOutcome(db: Db, { id, attempt }: ClaimedMail, outcome: Outcome): Promise<void> {
  await db.execute(
    `update mail
     set last_error = $3::text, due_at = now() + make_interval(secs => coalesce($4::float8, 0)),
       state = case when $3::text is null then 'sent' when $4::float8 is null then 'failed' else 'pending' end,
       body = case when $4::float8 is null then '' else body end,
       html = case when $4::float8 is null then null else html end,
       ended_at = case when $4::float8 is null then now() end
     where id = $1::uuid and attempts = $2::int and state = 'pending'`,
    [id, attempt, outcome.error, outcome.retryIn],
  );
}

/** Removes some of the emails that were sent or abandoned at least a number of days ago. Returns their number. */
export const removeEndedMails = (db: Db, days: number, limit: number): Promise<number> =>
  db.execute(
    `delete from mail where id in (
      select id from mail where ended_at < now() - make_interval(days => $1::int) order by ended_at limit $2::int)`,
    [days, limit],
  );
