import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Config, ConfigError, readConfig } from "../../../src/config.js";
import { claimMails, type Mail, queueMail, recordOutcome } from "../../../src/platform/mail/mail.sql.js";
import { MailSender } from "../../../src/platform/mail/mail-sender.js";
import { openTransport } from "../../../src/platform/mail/transport.js";
import { startApp, type TestApp } from "../../support/app.js";
import { eventually } from "../../support/bulk.js";
import { type SmtpServer, startSmtpServer } from "./smtp-server.js";

let app: TestApp;
let smtp: SmtpServer;
let sender: MailSender;
const logged: Record<string, unknown>[] = [];
const log = pino(
  { level: "trace" },
  { write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>) },
);

const senderWith = (config: Config) => new MailSender({ db: app.db, log, transport: openTransport(config, log) });
const smtpConfig = (url: string) =>
  readConfig({
    PORTICO_MAIL_TRANSPORT: "smtp",
    PORTICO_SMTP_URL: url,
    PORTICO_MAIL_FROM: "Shop <shop@example.com>",
  });

beforeAll(async () => {
  app = await startApp();
  smtp = await startSmtpServer();
  sender = senderWith(smtpConfig(smtp.url));
});
afterAll(async () => {
  await sender.stop();
  await smtp[Symbol.asyncDispose]();
  await app[Symbol.asyncDispose]();
});
beforeEach(() => app.db.execute(`delete from mail`));

let count = 0;
const queue = async (more: Partial<Mail> = {}) => {
  const recipient = more.recipient ?? `reader${(count += 1)}@example.com`;
  await queueMail(app.db, { kind: "test", subject: "Grüße", body: "Hello Zoë,\n\n.hidden dot\n", ...more, recipient });
  return recipient;
};
const stored = async (recipient: string) => {
  const [row] = await app.db.query<{
    state: string;
    attempts: number;
    body: string;
    last_error: string | null;
    id: string;
  }>(`select id, state, attempts, body, last_error from mail where recipient = $1::text`, [recipient]);
  return row;
};
const takenBy = (recipient: string) => smtp.received.filter(({ to }) => to.includes(recipient));
const letDue = () => app.db.execute(`update mail set due_at = now() - interval '1 second' where state = 'pending'`);

describe("an email in the outbox", () => {
  it("is sent unchanged, and its text is deleted", async () => {
    const recipient = await queue();
    await sender.sendDue();
    const [taken, ...more] = takenBy(recipient);
    const row = await stored(recipient);
    expect(more).toEqual([]);
    expect(taken?.from).toBe("shop@example.com");
    expect(taken?.data).toContain("From: Shop <shop@example.com>");
    expect(taken?.data).toContain(`To: ${recipient}`);
    expect(taken?.data).toContain("Subject: =?UTF-8?Q?Gr=C3=BC=C3=9Fe?=");
    expect(taken?.data).toContain(`Message-ID: <${row?.id}@example.com>`);
    expect(taken?.data).toMatch(/Hello Zo=C3=AB,\n\n\.hidden dot/);
    expect(row).toMatchObject({ state: "sent", attempts: 1, body: "", last_error: null });
  });

  it("is sent as text and HTML, with copies that the recipient does not see", async () => {
    const recipient = await queue({ html: "<p>Hello Zoë</p>", bcc: ["copy@example.com"] });
    await sender.sendDue();
    const [taken] = takenBy(recipient);
    expect(taken?.to).toEqual([recipient, "copy@example.com"]);
    expect(taken?.data).toContain("Content-Type: multipart/alternative");
    expect(taken?.data).toMatch(/text\/plain[^]*Hello Zo=C3=AB,[^]*text\/html[^]*<p>Hello Zo=C3=AB<\/p>/);
    expect(taken?.data).not.toContain("copy@example.com");
    const [row] = await app.db.query(`select html from mail where recipient = $1::text`, [recipient]);
    expect(row).toEqual({ html: null });
  });

  it("is not sent if its transaction is rolled back", async () => {
    const failing = app.db.transaction(async (tx) => {
      await queueMail(tx, { kind: "test", recipient: "never@example.com", subject: "x", body: "x" });
      throw new Error("no");
    });
    await expect(failing).rejects.toThrow("no");
    await sender.sendDue();
    expect(takenBy("never@example.com")).toEqual([]);
  });

  it("is sent once by one of several processes", async () => {
    const recipients = await Promise.all(Array.from({ length: 25 }, () => queue()));
    const others = [1, 2, 3].map(() => senderWith(smtpConfig(smtp.url)));
    await Promise.all([sender, ...others].map((one) => one.sendDue()));
    expect(recipients.map((recipient) => takenBy(recipient).length)).toEqual(recipients.map(() => 1));
    await Promise.all(others.map((other) => other.stop()));
  });

  it("is retried with growing delays after a temporary failure", async () => {
    const recipient = await queue();
    smtp.answers.push("450 busy", "450 busy");
    await sender.sendDue();
    expect(await stored(recipient)).toMatchObject({ state: "pending", attempts: 1 });
    expect((await stored(recipient))?.last_error).toContain("450 busy");
    await sender.sendDue();
    expect((await stored(recipient))?.attempts).toBe(1);
    await letDue();
    await sender.sendDue();
    const [row] = await app.db.query<{ seconds: number }>(
      `select extract(epoch from due_at - now())::float8 as seconds from mail where recipient = $1::text`,
      [recipient],
    );
    expect(row?.seconds).toBeGreaterThan(20);
    await letDue();
    await sender.sendDue();
    expect([takenBy(recipient).length, (await stored(recipient))?.state]).toEqual([1, "sent"]);
  });

  it("is abandoned after a permanent failure", async () => {
    const recipient = await queue();
    smtp.answers.push("550 no such mailbox");
    await sender.sendDue();
    expect(await stored(recipient)).toMatchObject({ state: "failed", attempts: 1, body: "" });
    expect(takenBy(recipient)).toEqual([]);
  });

  it("is abandoned after many attempts", async () => {
    const recipient = await queue();
    await app.db.execute(`update mail set attempts = 11`);
    smtp.answers.push("450 busy");
    await sender.sendDue();
    expect(await stored(recipient)).toMatchObject({ state: "failed", attempts: 12, body: "" });
  });

  it("waits while no server answers", async () => {
    const gone = await startSmtpServer();
    await gone[Symbol.asyncDispose]();
    const hopeful = senderWith(smtpConfig(gone.url));
    const recipient = await queue();
    await hopeful.sendDue();
    await hopeful.stop();
    expect(await stored(recipient)).toMatchObject({ state: "pending", attempts: 1 });
  });

  it("is taken over from a dead sender, whose late result is ignored", async () => {
    const recipient = await queue();
    const [claimed] = await claimMails(app.db, 1);
    if (!claimed) throw new Error("nothing was claimed");
    await sender.sendDue();
    expect(await stored(recipient)).toMatchObject({ state: "pending", attempts: 1 });
    await letDue();
    await claimMails(app.db, 1);
    await recordOutcome(app.db, claimed, { error: null, retryIn: null });
    expect(await stored(recipient)).toMatchObject({ state: "pending", attempts: 2 });
    await letDue();
    await sender.sendDue();
    expect(await stored(recipient)).toMatchObject({ state: "sent", attempts: 3 });
  });

  it("cannot add headers or recipients", async () => {
    const recipient = await queue({ subject: "Hi\r\nBcc: thief@example.com" });
    await queue({ recipient: "a@example.com, thief@example.com" });
    await sender.sendDue();
    expect(takenBy(recipient)[0]?.data).not.toMatch(/^Bcc:/m);
    expect(takenBy("thief@example.com")).toEqual([]);
  });

  it("is sent automatically while the sender runs", async () => {
    const running = senderWith(smtpConfig(smtp.url));
    running.start();
    const recipient = await queue();
    await eventually(() => takenBy(recipient).length).toBe(1);
    await running.stop();
  });
});

describe("a process without a mail server", () => {
  it("logs emails, with their text only in development", async () => {
    for (const NODE_ENV of ["production", "development"] as const) {
      const recipient = await queue({ body: "the token" });
      const logging = senderWith(readConfig({ NODE_ENV }));
      await logging.sendDue();
      await logging.stop();
      const line = logged.find((entry) => entry["recipient"] === recipient);
      expect(line).toMatchObject({ kind: "test", subject: "Grüße" });
      expect(line?.["text"]).toBe(NODE_ENV === "development" ? "the token" : undefined);
      expect((await stored(recipient))?.state).toBe("sent");
    }
  });

  it("cannot select smtp", () => {
    expect(() => readConfig({ PORTICO_MAIL_TRANSPORT: "smtp" })).toThrow(ConfigError);
    expect(() => readConfig({ PORTICO_MAIL_TRANSPORT: "smtp", PORTICO_SMTP_URL: "smtp://localhost" })).toThrow(
      ConfigError,
    );
  });
});
