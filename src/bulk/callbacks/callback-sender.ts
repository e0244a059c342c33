import type { Logger } from "pino";
import { Webhook } from "standardwebhooks";
import type { Config } from "../../config.js";
import type { Database } from "../../db/database.js";
import { readSummary } from "../status/bulk-status.sql.js";
import { allowedUrl } from "../../outbound/callback-address.js";
import { type Attempt, claimCallbacks, type ClaimedCallback, recordAttempt } from "./callbacks.sql.js";
import { postExternal } from "../../outbound/external-post.js";
import { warnOfFailure } from "../../process/outage-log.js";
import { Recurring } from "../../process/recurring.js";

/** Callbacks that are sent at once. */
const atOnce = 10;
/** Interval between two looks at the rows if nothing wakes the sender, in milliseconds. */
const interval = 2000;
/** Longest that the receiver may take to answer, in milliseconds. */
const timeout = 10_000;
/** The receiver says that it wants no more (410 Gone); Standard Webhooks takes that for an answer. */
const gone = 410;

/** Posts the summaries of finished bulks to those who asked for them. Any number of processes may do so at once. */
export class CallbackSender {
  private readonly recurring: Recurring;
  private readonly stopping = new AbortController();

  constructor(
    private readonly db: Database,
    private readonly config: Config,
    private readonly log: Logger,
  ) {
    const onError = (error: unknown) => warnOfFailure(log, error, "callbacks could not be looked through");
    this.recurring = new Recurring(() => this.sendDue(), { pause: interval, onError });
  }

  /** Does nothing where no host is allowed. */
  start(): void {
    if (this.config.PORTICO_CALLBACK_HOSTS !== "") this.recurring.start();
  }

  /** There may be something to send. */
  wake = (): void => this.recurring.wake();

  /** Breaks off what is being sent; it is sent again by whoever comes first. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.recurring.stop();
  }

  private async sendDue(): Promise<void> {
    let claimed: readonly ClaimedCallback[];
    do {
      claimed = await claimCallbacks(this.db, atOnce);
      await Promise.all(claimed.map((callback) => this.deliver(callback)));
    } while (claimed.length === atOnce && !this.stopping.signal.aborted);
  }

  private async deliver(callback: ClaimedCallback): Promise<void> {
    const { id, bulk, requestId, attempt } = callback;
    const outcome = await this.attempt(callback);
    await recordAttempt(this.db, callback, outcome);
    const call = { requestId, ...(callback.traceparent ? { traceparent: callback.traceparent } : {}) };
    const facts = { ...call, bulk, callback: id, attempt, status: outcome.httpStatus };
    if (outcome.error === null) this.log.info(facts, "callback delivered");
    else this.log.warn({ ...facts, reason: outcome.error }, "callback not delivered");
  }

  private async attempt(callback: ClaimedCallback): Promise<Attempt> {
    const retryIn = pauseAfter(callback.attempt);
    let url: URL;
    try {
      url = allowedUrl(callback.url, this.config);
    } catch {
      return { httpStatus: null, error: "The settings do not admit the address any more.", retryIn: null };
    }
    try {
      const httpStatus = await this.post(url, callback);
      if (httpStatus >= 200 && httpStatus < 300) return { httpStatus, error: null, retryIn: null };
      return { httpStatus, error: `The answer was ${httpStatus}.`, retryIn: httpStatus === gone ? null : retryIn };
    } catch (error) {
      return { httpStatus: null, error: error instanceof Error ? error.message : String(error), retryIn };
    }
  }

  /** Gives the status of the answer. */
  private async post(url: URL, callback: ClaimedCallback): Promise<number> {
    const body = JSON.stringify({
      type: "bulk.finished",
      timestamp: new Date().toISOString(),
      data: await readSummary(this.db, callback.bulk),
    });
    return postExternal(url, {
      headers: headersOf(callback, body, this.config.PORTICO_CALLBACK_SECRET ?? ""),
      body,
      timeout,
      settings: this.config,
      signal: this.stopping.signal,
    });
  }
}

/** Signed as Standard Webhooks says (https://www.standardwebhooks.com); the id stays the same however often it is sent. */
function headersOf({ id, requestId, traceparent }: ClaimedCallback, body: string, secret: string) {
  const now = new Date();
  return {
    "Content-Type": "application/json",
    "Webhook-Id": id,
    "Webhook-Timestamp": String(Math.floor(now.getTime() / 1000)),
    "Webhook-Signature": new Webhook(secret).sign(id, now, body),
    "X-Request-Id": requestId,
    ...(traceparent ? { traceparent } : {}),
  };
}

/** Seconds: five, three times as long each time, up to two hours; spread, so that a receiver does not get all at once. */
const pauseAfter = (attempt: number) => Math.min(5 * 3 ** (attempt - 1), 7200) * (0.8 + Math.random() * 0.4);
