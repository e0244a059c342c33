// SQL: the queue of mails: claimed in batches that skip what others hold, and timed by the database.
import type { Db, Writes } from "../db/database.js";

/** A mail to one recipient: plain text, lines separated by `\n`, and optionally the same as HTML. */
export interface Mail {
  /** What it is about: `welcome`, `password_reset` and the like. */
  readonly kind: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  /** The text as HTML; absent: the mail is plain text. */
  readonly html?: string | null | undefined;
  /** Addresses that get a copy, unknown to the recipient. */
  readonly bcc?: readonly string[] | undefined;
}

/** Puts a mail into the outbox: it goes once the transaction is committed, and not at all where it is rolled back. */
export async function queueMail(db: Pick<Db, "execute">, mail: Mail): Promise<void> {
  await queueMails(db, [mail]);
}

/** Puts mails into the outbox as `queueMail` does. */
export async function queueMails(db: Writes, mails: readonly Mail[]): Promise<void> {
  if (mails.length === 0) return;
  await db.execute(
    `insert into mail (kind, recipient, subject, body, html, bcc)
     select m.kind, m.recipient, m.subject, m.body, m.html, m.bcc
     from json_populate_recordset(null::mail, $1::json) m`,
    [JSON.stringify(mails.map(({ html = null, bcc = [], ...mail }) => ({ ...mail, html, bcc })))],
  );
}

/** A mail that is this process's to send. */
export interface ClaimedMail extends Mail {
  readonly id: string;
  /** Which attempt it is, from 1. */
  readonly attempt: number;
}

/** Seconds after which a mail that was claimed and not recorded is taken for lost with its process. */
const lease = 300;

/**
 * Claims mails that are due. The claim is a time, not a lock: no other process takes one that is being sent. Times are compared
 * in milliseconds, as the column keeps them, so that a mail is due at the moment that it was queued for.
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

/** What came of sending a mail. */
export interface Outcome {
  /** Null where it was sent. */
  readonly error: string | null;
  /** Seconds until it is tried again; null: it is not. */
  readonly retryIn: number | null;
}

/** Writes what came of an attempt, unless another process has taken the mail over meanwhile. */
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

/** Removes mails that ended so many days ago; gives their number. */
export const removeEndedMails = (db: Db, days: number): Promise<number> =>
  db.execute(`delete from mail where ended_at < now() - make_interval(days => $1::int)`, [days]);
