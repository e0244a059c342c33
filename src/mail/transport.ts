import type { createTransport } from "nodemailer";
import type { Logger } from "pino";
import type { Config } from "../config.js";
import type { ClaimedMail } from "./mail.sql.js";

/** A way for mails to leave. */
export interface MailTransport {
  /** Throws where the mail was not taken over; `RefusedMail` where it never will be. */
  send(mail: ClaimedMail): Promise<void>;
  close(): void;
}

/** The receiving server will not have the mail, however often it is sent. */
export class RefusedMail extends Error {
  override readonly name = "RefusedMail";
}

/** Longest time for an answer of the server, in milliseconds; several answers stay well below the time of a claim. */
const timeout = 20_000;

/** The transport of the settings. */
export const openTransport = (config: Config, log: Logger): MailTransport =>
  config.PORTICO_MAIL_TRANSPORT === "smtp" ? new SmtpTransport(config) : new LogTransport(config, log);

/**
 * Writes mails to the log instead of sending them. Their text, which may hold the key to an account, is shown in
 * development alone.
 */
class LogTransport implements MailTransport {
  constructor(
    private readonly config: Config,
    private readonly log: Logger,
  ) {}

  async send({ id, kind, recipient, subject, body, bcc = [] }: ClaimedMail): Promise<void> {
    const text = this.config.NODE_ENV === "development" ? { text: body } : {};
    const copies = bcc.length > 0 ? { bcc } : {};
    this.log.info({ mail: id, kind, recipient, subject, ...copies, ...text }, "mail written to the log, not sent");
  }

  close(): void {}
}

type Connection = ReturnType<typeof createTransport>;

/** Sends over SMTP, with a few connections that are kept open while there is something to send. */
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
        // The same however often it is sent: receivers recognise a second copy by it.
        messageId: `<${id}@${domainOf(from)}>`,
        headers: { "X-Portico-Mail": kind, "Auto-Submitted": "auto-generated" },
      });
    } catch (error) {
      throw isRefusal(error) ? new RefusedMail(error.message, { cause: error }) : error;
    }
  }

  close(): void {
    void this.opened?.then((connection) => connection.close()).catch(() => undefined);
  }

  /** Loaded when the first mail goes: most processes never send one. */
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

/** An answer of 5xx to the recipient or the message; what concerns the connection or the sign-in may be mended. */
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { responseCode, code } = error as { responseCode?: number; code?: string };
  return responseCode !== undefined && responseCode >= 500 && (code === "EENVELOPE" || code === "EMESSAGE");
}
