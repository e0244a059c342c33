import { readBounds } from "../../../commerce/events/published.js";
import { warnOfFailure } from "../../../platform/process/outage-log.js";
import { Recurring } from "../../../platform/process/recurring.js";
import type { MessageSource } from "./event-message.js";
import { claimWebhooks, readDue } from "./queue.sql.js";
import { sendSingles } from "./single-deliveries.js";
import { type StreamSource, postEvents } from "./webhook-stream.js";

/** Number of webhooks that a process serves at once; each gets one event at a time. */
const maxConcurrentWebhooks = 10;
/** Interval between two reads of the queue if nothing wakes the sender, in milliseconds. */
const interval = 1000;

/** Posts the events of the feed to webhooks. Any number of processes may do so at once. */
export class WebhookSender {
  private readonly recurring: Recurring;
  private readonly stopping = new AbortController();
  private readonly source: StreamSource;
  private readonly turns = new Set<Promise<void>>();

  constructor(source: MessageSource) {
    this.source = { ...source, signal: this.stopping.signal };
    this.recurring = new Recurring(() => this.startDueDeliveries(), { pause: interval, onError: this.warn });
  }

  /** Does nothing if no callback host is allowed. */
  start(): void {
    if (this.source.config.PORTICO_CALLBACK_HOSTS !== "") this.recurring.start();
  }

  /** Looks for due deliveries immediately. */
  wake = (): void => this.recurring.wake();

  /** Aborts running posts; the first process that claims them posts them again. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.recurring.stop();
    await Promise.all(this.turns);
  }

  private async startDueDeliveries(): Promise<void> {
    const { db } = this.source;
    const due = await readDue(db);
    if (due.singles) this.runInBackground(sendSingles(this.source));
    const limit = maxConcurrentWebhooks - this.turns.size;
    if (!due.streams || limit <= 0) return;
    const { last } = await readBounds(db);
    for (const webhook of await claimWebhooks(db, { limit, last })) {
      this.runInBackground(postEvents(this.source, webhook).then(this.wake));
    }
  }

  /** Runs work in the background, so that a slow receiver does not hold up others. */
  private runInBackground(work: Promise<void>): void {
    const turn = work.catch(this.warn).finally(() => this.turns.delete(turn));
    this.turns.add(turn);
  }

  private readonly warn = (error: unknown): void =>
    warnOfFailure(this.source.log, error, "failed to post events to webhooks, will retry");
}
