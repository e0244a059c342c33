import type { Logger } from "pino";
import { warnOfFailure } from "../process/outage-log.js";
import { Recurring } from "../process/recurring.js";
import { removeInBatches } from "../db/bounded-removal.js";
import type { Database } from "../db/database.js";
import { claimMails, type ClaimedMail, type Outcome, recordOutcome, removeEndedMails } from "./mail.sql.js";
import { type MailTransport, RefusedMail } from "./transport.js";

/** Number of emails that are sent at the same time. */
const maxConcurrentMails = 10;
/** Milliseconds between two checks of the outbox. */
const interval = 2000;
const day = 86_400_000;
/** Days to keep emails after they were sent or abandoned. */
const retentionDays = 30;
/** Maximum number of attempts. The pauses between them add up to about a day and a half. */
const maxAttempts = 12;

export interface MailSenderDependencies {
  readonly db: Database;
  readonly log: Logger;
  readonly transport: MailTransport;
}

/** Sends the emails in the outbox. Any number of processes can run it at once; each email is claimed by one of them. */
export class MailSender {
  private readonly tasks: readonly Recurring[];
  private stopping = false;

  constructor(private readonly parts: MailSenderDependencies) {
    const onError = (error: unknown) => warnOfFailure(parts.log, error, "failed to check the outbox, will retry");
    this.tasks = [
      new Recurring(() => this.sendDue(), { pause: interval, onError }),
      new Recurring(
        (isStopping) => removeInBatches((limit) => removeEndedMails(parts.db, retentionDays, limit), isStopping),
        { pause: day, onError },
      ),
    ];
  }

  start(): void {
    for (const task of this.tasks) task.start();
  }

  /** Stops after the emails that are being sent. */
  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.tasks.map((task) => task.stop()));
    this.parts.transport.close();
  }

  /** Sends all emails that are due now. */
  async sendDue(): Promise<void> {
    let claimed: readonly ClaimedMail[];
    do {
      claimed = await claimMails(this.parts.db, maxConcurrentMails);
      await Promise.all(claimed.map((mail) => this.deliver(mail)));
    } while (claimed.length === maxConcurrentMails && !this.stopping);
  }

  private async deliver(mail: ClaimedMail): Promise<void> {
    const { db, log } = this.parts;
    const outcome = await this.attempt(mail);
    await recordOutcome(db, mail, outcome);
    const facts = { mail: mail.id, kind: mail.kind, attempt: mail.attempt };
    if (outcome.error === null) log.debug(facts, "email sent");
    else log.warn({ ...facts, reason: outcome.error, givenUp: outcome.retryIn === null }, "failed to send email");
  }

  private async attempt(mail: ClaimedMail): Promise<Outcome> {
    try {
      await this.parts.transport.send(mail);
      return { error: null, retryIn: null };
    } catch (error) {
      const isLast = error instanceof RefusedMail || mail.attempt >= maxAttempts;
      const reason = error instanceof Error ? error.message : String(error);
      return { error: reason, retryIn: isLast ? null : pauseAfter(mail.attempt) };
    }
  }
}

/**
 * Returns the seconds until the next attempt: ten, tripled after each attempt up to eight hours, with jitter so that emails
 * do not all retry at once.
 */
const pauseAfter = (attempt: number) => Math.min(10 * 3 ** (attempt - 1), 28_800) * (0.8 + Math.random() * 0.4);
