import type { Logger } from "pino";
import type { Database } from "../../db/database.js";
import type { BatchResult, Claim } from "./batch.js";
import type { Broker, Delivery, Subscription } from "../queue/broker.js";
import { claimDue, claimNamed, countRedelivery, type OperationKey } from "../queue/operations.sql.js";
import { Signal } from "../../process/signal.js";

/** Work for one batch. */
export interface Work {
  readonly claim: Claim;
  /** The batch is committed. */
  done(result: BatchResult): void;
  /** The batch came to nothing, because the database could not be reached or the like; it is to be tried again. */
  failed(): void;
}

/** Where a consumer's work comes from. */
export interface Source {
  start(): Promise<void>;
  /** The next work, of so many operations at most, or undefined where there was none for a while. */
  next(limit: number): Promise<Work | undefined>;
  /** Wakes those that wait. */
  wake(): void;
  stop(): Promise<void>;
}

/** Operations that one transaction runs. */
export const batchSize = 100;
/** Longest wait for work, in milliseconds; also how often the queue's rows are read when nobody calls. */
const idle = 1000;
/** Wait for an earlier operation that another transaction holds, in milliseconds. */
const obstructed = 20;

/** Reads the queue's rows themselves: the source where there is no broker. */
export class RowSource implements Source {
  private readonly signal = new Signal();
  private pause = 0;

  start = (): Promise<void> => Promise.resolve();

  async next(limit: number): Promise<Work | undefined> {
    if (this.pause > 0) await this.signal.wait(this.pause);
    return {
      claim: (tx) => claimDue(tx, limit),
      done: ({ ended, blocked }) => (this.pause = ended > 0 ? 0 : blocked.length > 0 ? obstructed : idle),
      failed: () => (this.pause = idle),
    };
  }

  wake = (): void => {
    this.pause = 0;
    this.signal.raise();
  };

  stop = (): Promise<void> => {
    this.signal.raise();
    return Promise.resolve();
  };
}

/** How often a message may come back because its consumer died on it, before it counts as the cause of that. */
const mostRedeliveries = 20;

/** Takes messages from the broker; each is settled only once the transaction that it led to is committed. */
export class MessageSource implements Source {
  private readonly signal = new Signal();
  private ready: Delivery[] = [];
  /** Deliveries whose coming again is counted already: they may wait here for a while, and be looked at many times. */
  private readonly counted = new WeakSet<Delivery>();
  private subscription: Subscription | undefined;

  constructor(
    private readonly broker: Broker,
    private readonly db: Database,
    private readonly options: { readonly lanes: number; readonly log: Logger },
  ) {}

  async start(): Promise<void> {
    this.subscription = await this.broker.subscribe(this.options.lanes * batchSize * 2, (delivery) => {
      this.ready.push(delivery);
      this.signal.raise();
    });
  }

  async next(limit: number): Promise<Work | undefined> {
    if (this.ready.length === 0) await this.signal.wait(idle);
    const deliveries = await this.usable(this.ready.splice(0, limit));
    if (deliveries.length === 0) return undefined;
    const keys = deliveries.map(({ key }) => key);
    return {
      claim: (tx) => claimNamed(tx, keys),
      done: ({ blocked }) => this.settle(deliveries, blocked),
      failed: () => this.putBack(deliveries, idle),
    };
  }

  wake = (): void => this.signal.raise();

  async stop(): Promise<void> {
    this.signal.raise();
    await this.subscription?.cancel();
  }

  private settle(deliveries: readonly Known[], blocked: readonly OperationKey[]): void {
    const waiting = new Set(blocked.map(({ bulk, id }) => `${bulk}/${id}`));
    for (const delivery of deliveries) if (!waiting.has(`${delivery.key.bulk}/${delivery.key.id}`)) delivery.ack();
    const later = deliveries.filter(({ key }) => waiting.has(`${key.bulk}/${key.id}`));
    if (later.length > 0) this.putBack(later, obstructed);
  }

  private putBack(deliveries: readonly Delivery[], pause: number): void {
    setTimeout(() => {
      this.ready.unshift(...deliveries);
      this.signal.raise();
    }, pause).unref();
  }

  /** Sets aside what can never be run: messages that name no operation, and operations that consumers keep dying on. */
  private async usable(deliveries: readonly Delivery[]): Promise<Known[]> {
    const known = deliveries.filter((delivery): delivery is Known => delivery.key !== undefined);
    for (const delivery of deliveries) {
      if (delivery.key) continue;
      this.options.log.error("a message names no operation and goes to the dead letters");
      delivery.discard();
    }
    const again = known.filter((delivery) => delivery.redelivered && !this.counted.has(delivery));
    if (again.length === 0) return known;
    try {
      const deadly = await countRedelivery(
        this.db,
        again.map(({ key }) => key),
        mostRedeliveries,
      );
      for (const delivery of again) this.counted.add(delivery);
      return known.filter((delivery) => !this.discardIf(deadly, delivery));
    } catch (error) {
      this.options.log.warn({ err: error }, "operations wait for the database");
      this.putBack(known, idle);
      return [];
    }
  }

  private discardIf(deadly: readonly OperationKey[], delivery: Known): boolean {
    const { key } = delivery;
    const found = deadly.some(({ bulk, id }) => bulk === key.bulk && id === key.id);
    if (found) {
      this.options.log.error(
        { bulk: key.bulk, operation: key.id },
        "an operation keeps ending its consumer and goes to the dead letters",
      );
      delivery.discard();
    }
    return found;
  }
}

type Known = Delivery & { readonly key: OperationKey };
