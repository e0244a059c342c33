import type { Logger } from "pino";
import type { Database } from "../../../platform/db/database.js";
import type { Broker } from "./broker.js";
import { type Announcement, claimUnannounced, withdrawAnnouncements, withdrawLost } from "./operations.sql.js";
import { warnOfFailure } from "../../../platform/process/outage-log.js";
import { Recurring } from "../../../platform/process/recurring.js";
import { endWithError, isTracing, startSpan } from "../../../platform/tracing/tracer.js";

const chunk = 1000;
/** Interval at which the relay looks for operations that other processes did not announce, in milliseconds. */
const interval = 2000;
/** Seconds after which the message of an announced open operation counts as lost if the broker has no message left. */
const lostAfter = 30;

/** Announces open operations to the broker: those just accepted, those due again, and those whose message was lost. */
export class Relay {
  private readonly recurring: Recurring;
  private stopping = false;
  private lastCheck = 0;

  constructor(
    private readonly db: Database,
    private readonly broker: Broker,
    private readonly log: Logger,
  ) {
    const onError = (error: unknown) => warnOfFailure(log, error, "failed to announce operations, will retry");
    this.recurring = new Recurring(() => this.announceAll(), { pause: interval, onError });
  }

  start(): void {
    if (this.broker.kind === "embedded") return;
    this.broker.onConnect(this.announce);
    this.recurring.start();
  }

  /** Wakes the relay, because there is something to announce. */
  announce = (): void => this.recurring.wake();

  async stop(): Promise<void> {
    this.stopping = true;
    await this.recurring.stop();
  }

  private async announceAll(): Promise<void> {
    if (!this.broker.isConnected()) return;
    let more = true;
    while (more && !this.stopping) more = await this.announceSome();
    if (!this.stopping) await this.findLost();
  }

  private async announceSome(): Promise<boolean> {
    const taken = await claimUnannounced(this.db, chunk);
    if (taken.length === 0) return false;
    try {
      await publishTraced(this.broker, taken);
    } catch (error) {
      await withdrawAnnouncements(
        this.db,
        taken.map(({ seq }) => seq),
      );
      throw error;
    }
    return taken.length === chunk;
  }

  private async findLost(): Promise<void> {
    const now = performance.now();
    if (now - this.lastCheck < (lostAfter * 1000) / 2) return;
    this.lastCheck = now;
    if ((await this.broker.waiting()) > 0) return;
    const lost = await withdrawLost(this.db, lostAfter);
    if (lost > 0) {
      this.log.warn({ operations: lost }, "messages of operations were lost, announcing the operations again");
      this.announce();
    }
  }
}

/** Publishes all announcements together, with a span per bulk, because bulks belong to different traces. */
async function publishTraced(broker: Broker, announcements: readonly Announcement[]): Promise<void> {
  if (!isTracing()) return broker.publish(announcements);
  const bulks = new Map<string, Announcement[]>();
  for (const each of announcements) bulks.set(each.bulk, [...(bulks.get(each.bulk) ?? []), each]);
  const spans = [...bulks.values()].flatMap((operations) => publishSpan(operations) ?? []);
  try {
    await broker.publish(announcements);
  } catch (error) {
    for (const span of spans) endWithError(span, error);
    throw error;
  }
  for (const span of spans) span.end();
}

function publishSpan(operations: readonly Announcement[]) {
  const [first] = operations;
  if (!first) return undefined;
  const attributes = {
    "messaging.system": "rabbitmq",
    "messaging.operation.type": "send",
    "messaging.destination.name": first.topic,
    "messaging.batch.message_count": operations.length,
    "portico.bulk": first.bulk,
  };
  return startSpan({ name: `send ${first.topic}`, kind: "producer", parent: first.traceparent, attributes });
}
