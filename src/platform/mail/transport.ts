import type { createTransport } from "nodemailer";
import type { Logger } from "pino";
import type { Config } from "../../config.js";
import type { ClaimedMail } from "./mail.sql.js";

/** Delivers emails. */
export interface MailTransport {
  /** Delivers an email. Throws if it was not accepted, and throws `RefusedMail` if it never will be. */
  send(mail: ClaimedMail): Promise<void>;
  close(): void;
}

/** The receiving server permanently rejected the email. */
export class RefusedMail extends Error {
  override readonly name = "RefusedMail";
}

/** Timeout for an answer of the server in milliseconds. Several answers take much less time than a claim lasts. */
const timeout = 20_000;

/** Opens the configured transport. */
export const openTransport = (config: Config, log: Logger): MailTransport =>
  config.PORTICO_MAIL_TRANSPORT === "smtp" ? new SmtpTransport(config) : new LogTransport(config, log);

/**
 * Writes emails to the log instead of sending them. Their text, which may contain a token for an account, is logged only in
 * development.
 */
class LogTransport implements MailTransport {
  constructor(
    private readonly config: Config,
    private readonly log: Logger,
  ) {}

  async send({ id, kind, recipient, subject, body, bcc = [] }: ClaimedMail): Promise<void> {
    const text = this.config.NODE_ENV === "development" ? { text: body } : {};
    const copies = bcc.length > 0 ? { bcc } : {};
    this.log.info({ mail: id, kind, recipient, subject, ...copies, ...text }, "email written to the log, not sent");
  }

  close(): void {}
}

type Connection = ReturnType<typeof createTransport>;

/** Sends emails over SMTP, with a few connections that stay open while there are emails to send. */
class SmtpTransport implements MailTransport {
  private opened: Promise<Connection> | undefined;

  constructor(private readonly config: Config) {}

  async send({ id, kind, recipient, subject, body, html, bcc = [] }: ClaimedMail): Promise<void> {
    const { PORTICO_MAIL_FROM: from = "" } = this.config;
    const connection = await (this.opened ??= this.open());
    try {
      await connection.sendMail({
        from,
        to: { name: "", address: recipient },
        subject,
        ...(bcc.length > 0 ? { bcc: bcc.map((address) => ({ name: "", address })) } : {}),
        text: body,
        ...(html == null ? {} : { html }),
        // The same for all attempts, so that receivers can detect duplicates.
        messageId: `<${id}@${domainOf(from)}>`,
        headers: { "X-Portico-Mail": kind, "Auto-Submitted": "auto-generated" },
      });
    } catch (error) {
      throw isRefused(error) ? new RefusedMail(error.message, { cause: error }) : error;
    }
  }

  close(): void {
    void this.opened?.then((connection) => connection.close()).catch(() => undefined);
  }

  /** Loads the library when the first email is sent, because most processes never send one. */
  private async open(): Promise<Connection> {
    const nodemailer = await import("nodemailer");
    return nodemailer.createTransport({
      url: this.config.PORTICO_SMTP_URL ?? "",
      pool: true,
      maxConnections: 4,
      connectionTimeout: timeout,
      greetingTimeout: timeout,
      socketTimeout: timeout,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }
}

const domainOf = (from: string) => /@([^\s>]+)/.exec(from)?.[1] ?? "localhost";

/**
 * Returns whether the error is an answer of 5xx to the recipient or the message. Errors of the connection or the sign-in
 * may be temporary.
 */
function isRefused(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return responseCode !== undefined && responseCode >= 500 && (code === "EENVELOPE" || code === "EMESSAGE");
}
