import type * as prom from "prom-client";
import type { SequenceWatch } from "../../platform/db/sequences.sql.js";
import { UserType } from "../auth/actor.js";
import type { Kernel } from "../call/kernel.js";
import type { BulkEngine } from "../bulk/engine.js";
import { readQueueShares } from "../bulk/queue/consumers.sql.js";

/** The parts of a process that are measured. */
export interface Measured {
  readonly kernel: Pick<Kernel, "config" | "db" | "requests">;
  readonly bulk: Pick<BulkEngine, "broker" | "batches">;
  readonly sequences: Pick<SequenceWatch, "fullest">;
}

/** Maximum time that a scrape waits for the database, in milliseconds. The other metrics show why it does not answer. */
const timeout = 3000;
/** Time for which read values are reused, in milliseconds, because counting a long queue takes a while. */
const maxAge = 2000;

type PromClient = typeof prom;
type Shares = Awaited<ReturnType<typeof readQueueShares>>;

/** The metrics that a scrape reads from the database and the broker. */
export class QueueMetrics {
  private readonly up: prom.Gauge;
  private readonly open: prom.Gauge;
  private readonly oldest: prom.Gauge;
  private readonly callers: prom.Gauge;
  private readonly mostOfOne: prom.Gauge;
  private readonly consumers: prom.Gauge;
  private readonly broker: prom.Gauge;
  private reading: { readonly since: number; readonly shares: Promise<Shares | undefined> } | undefined;

  constructor(
    { Gauge }: PromClient,
    registry: prom.Registry,
    private readonly services: Measured,
  ) {
    const gauge = (name: string, help: string, labelNames: string[] = []) =>
      new Gauge({ name: `portico_${name}`, help, labelNames, registers: [registry] });
    this.up = gauge("database_up", "1 if the database answered this scrape.");
    this.open = gauge(
      "queue_operations",
      "Open operations of the installation, by caller; `retry` waits for a retry.",
      ["caller", "state"],
    );
    this.oldest = gauge("queue_oldest_seconds", "Age of the oldest operation that is due, by caller; 0 if none is.", [
      "caller",
    ]);
    this.callers = gauge("queue_callers", "Callers with open operations, by type of caller; they take turns.", [
      "caller",
    ]);
    this.mostOfOne = gauge(
      "queue_caller_operations_max",
      "Largest number of open operations of one caller, by type of caller.",
      ["caller"],
    );
    this.consumers = gauge("queue_consumers", "Consumers of the installation that were seen within a minute.");
    this.broker = gauge("broker_connected", "1 if RabbitMQ is connected; always 1 without one.");
  }

  /** Reads the current state. Never rejects: an unavailable database is also a metric. */
  async read(): Promise<void> {
    this.broker.set(this.services.bulk.broker.isConnected() ? 1 : 0);
    const shares = await this.recentShares();
    this.up.set(shares ? 1 : 0);
    for (const gauge of [this.open, this.oldest, this.callers, this.mostOfOne, this.consumers]) gauge.reset();
    if (!shares) return void this.consumers.remove();
    this.consumers.set(shares.consumers);
    for (const [caller, type] of Object.entries(UserType)) {
      const share = shares.shares.find(({ userType }) => userType === type);
      const { open = 0, postponed = 0, oldestSeconds, callers = 0, mostOfOne = 0 } = share ?? {};
      this.open.set({ caller, state: "due" }, open - postponed);
      this.open.set({ caller, state: "retry" }, postponed);
      this.oldest.set({ caller }, oldestSeconds ?? 0);
      this.callers.set({ caller }, callers);
      this.mostOfOne.set({ caller }, mostOfOne);
    }
  }

  private recentShares(): Promise<Shares | undefined> {
    const now = performance.now();
    if (!this.reading || now - this.reading.since > maxAge) {
      const late = new Promise<undefined>((resolve) => setTimeout(resolve, timeout, undefined).unref());
      const shares = readQueueShares(this.services.kernel.db).catch(() => undefined);
      this.reading = { since: now, shares: Promise.race([shares, late]) };
    }
    return this.reading.shares;
  }
}
