import type { Logger } from "pino";
import type { Config } from "../../../config.js";
import type { Database } from "../../../platform/db/database.js";
import { postSigned, retryDelay } from "../../../platform/outbound/signed-post.js";
import { warnOfFailure } from "../../../platform/process/outage-log.js";
import { Recurring } from "../../../platform/process/recurring.js";
import { readSummary } from "../status/bulk-status.sql.js";
import { type Attempt, claimCallbacks, type ClaimedCallback, recordAttempt } from "./callbacks.sql.js";

/** Callbacks that are sent at once. */
const batchSize = 10;
/** Interval between two reads of the rows if nothing wakes the sender, in milliseconds. */
const interval = 2000;

/**
 * Posts the summaries of finished bulks to the URLs that callers have given. Any number of processes can do so at the
 * same time.
 */
export class CallbackSender {
  private readonly recurring: Recurring;
  private readonly stopping = new AbortController();

  constructor(
    private readonly db: Database,
    private readonly config: Config,
    private readonly log: Logger,
  ) {
    const onError = (error: unknown) => warnOfFailure(log, error, "failed to send due callbacks, will retry");
    this.recurring = new Recurring(() => this.sendDue(), { pause: interval, onError });
  }

  /** Starts sending. Does nothing if the settings allow no host. */
  start(): void {
    if (this.config.PORTICO_CALLBACK_HOSTS !== "") this.recurring.start();
  }

  /** Looks for callbacks to send now. */
  wake = (): void => this.recurring.wake();

  /** Aborts the requests that are being sent; any process sends them again. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.recurring.stop();
  }

  private async sendDue(): Promise<void> {
    let claimed: readonly ClaimedCallback[];
    do {
      claimed = await claimCallbacks(this.db, batchSize);
      await Promise.all(claimed.map((callback) => this.deliver(callback)));
    } while (claimed.length === batchSize && !this.stopping.signal.aborted);
  }

  private async deliver(callback: ClaimedCallback): Promise<void> {
    const { id, bulk, requestId, attempt } = callback;
    const outcome = await this.attempt(callback);
    await recordAttempt(this.db, callback, outcome);
    const call = { requestId, ...(callback.traceparent ? { traceparent: callback.traceparent } : {}) };
    const facts = { ...call, bulk, callback: id, attempt, status: outcome.httpStatus };
    if (outcome.error === null) this.log.info(facts, "callback delivered");
    else this.log.warn({ ...facts, reason: outcome.error }, "failed to deliver callback");
  }

  private async attempt({ id, url, bulk, attempt, requestId, traceparent }: ClaimedCallback): Promise<Attempt> {
    const body = async () =>
      JSON.stringify({
        type: "bulk.finished",
        timestamp: new Date().toISOString(),
        data: await readSummary(this.db, bulk),
      });
    const headers = { "X-Request-Id": requestId, ...(traceparent ? { traceparent } : {}) };
    const secrets = [this.config.PORTICO_CALLBACK_SECRET ?? ""];
    const { httpStatus, error, isFinal } = await postSigned(
      { id, url, secrets, body, headers },
      { settings: this.config, signal: this.stopping.signal },
    );
    return { httpStatus, error, retryIn: isFinal ? null : retryDelay(attempt) };
  }
}
