import type { Logger } from "pino";
import type { Database } from "../../../platform/db/database.js";
import type { BatchResult, Claim } from "./batch.js";
import type { Broker, Delivery, Subscription } from "../queue/broker.js";
import { claimByKeys, findOpen, type OperationKey } from "../queue/operations.sql.js";
import { warnOfFailure } from "../../../platform/process/outage-log.js";
import { Signal } from "../../../platform/process/signal.js";
import { DueRows } from "./due-rows.js";
import { UnacknowledgedDeliveries, uniqueKeys } from "./unacknowledged-deliveries.js";
import { countRedeliveries, type NamedDelivery } from "./redeliveries.js";

/** Work for one batch. */
export interface Work extends Claim {
  /** Returns the turn of the queue that it has reached; undefined if unknown. */
  reached(): number | undefined;
  /** Takes the result of the batch after its commit. */
  done(result: BatchResult): void;
  /**
   * Gives the work back, because the batch failed as a whole, for example without a database. It will be tried again.
   */
  giveBack(): void;
}

/** The source of a consumer's work. */
export interface Source {
  start(): Promise<void>;
  /** Returns the next work of at most `limit` operations, or undefined if there was none for a while. */
  next(limit: number): Promise<Work | undefined>;
  /** Wakes the waiting consumers. */
  wake(): void;
  stop(): Promise<void>;
}

/** Operations that one transaction runs. */
export const batchSize = 100;
/**
 * Maximum wait for work, in milliseconds; also the interval between two reads of the queue if nothing wakes the
 * consumer.
 */
const idle = 1000;
/**
 * First and longest wait, in milliseconds, for operations that another transaction has locked or that wait for another
 * attempt.
 */
const blockedPause = { first: 20, longest: 500 };
/** Pause between claims behind blocked operations, in milliseconds. */
const skippingPause = 5;

/** Determines the wait after a batch in milliseconds. It grows while operations stay blocked. */
class Pauses {
  private blocked = 0;

  constructor(private readonly rows: DueRows) {}

  after({ ended, blocked }: BatchResult, isFromFront: boolean): number {
    if (ended.length > 0) return (this.blocked = 0);
    if (this.rows.isSkippingBlocked) return skippingPause;
    if (isFromFront && blocked.length === 0) return idle;
    this.blocked = Math.min(this.blocked * 2 || blockedPause.first, blockedPause.longest);
    return this.blocked;
  }
}

/** Reads the rows of the queue directly: the source without a broker. */
export class RowSource implements Source {
  private readonly signal = new Signal();
  private readonly rows = new DueRows();
  private readonly pauses = new Pauses(this.rows);
  private pause = 0;

  start = (): Promise<void> => Promise.resolve();

  async next(limit: number): Promise<Work | undefined> {
    if (this.pause > 0) await this.signal.wait(this.pause);
    const due = this.rows.next(limit);
    return {
      ...due,
      done: (result) => {
        due.done(result);
        this.pause = this.pauses.after(result, due.isFromFront);
        // Operations that waited for these may run now.
        if (result.ended.length > 0) this.signal.raise();
      },
      giveBack: () => (this.pause = idle),
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

/**
 * Takes messages from the broker. A message says that there is work, and the rows of the queue determine which: callers
 * take turns, regardless of the order of messages. A message is acknowledged once its operation has ended, in whichever
 * process. Operations whose messages were redelivered are claimed by their keys, because one of them may have ended its
 * consumer.
 */
export class MessageSource implements Source {
  private readonly signal = new Signal();
  private readonly rows = new DueRows({ redelivered: 0 });
  private readonly pauses = new Pauses(this.rows);
  private readonly unacknowledged = new UnacknowledgedDeliveries();
  /** Redeliveries and messages without an operation, which have not been counted yet. */
  private uncounted: Delivery[] = [];
  /** Operations to claim by their keys. */
  private toClaim: OperationKey[] = [];
  /** Number of operations that running batches may claim. */
  private reserved = 0;
  /** Whether operations with unacknowledged messages may have ended in another process. */
  private mayHaveEnded = false;
  private pause = 0;
  private subscription: Subscription | undefined;

  constructor(
    private readonly broker: Broker,
    private readonly db: Database,
    private readonly options: { readonly concurrency: number; readonly log: Logger },
  ) {}

  async start(): Promise<void> {
    this.subscription = await this.broker.subscribe(this.options.concurrency * batchSize * 2, (delivery) => {
      if (delivery.key && !delivery.redelivered) this.unacknowledged.add(delivery.key, delivery);
      else this.uncounted.push(delivery);
      this.signal.raise();
    });
  }

  async next(limit: number): Promise<Work | undefined> {
    const isIdle = this.uncounted.length === 0 && this.toClaim.length === 0 && this.free === 0;
    if (isIdle || this.pause > 0) await this.signal.wait(this.pause || idle);
    if (!(await this.checkDeliveries())) return undefined;
    if (this.toClaim.length > 0) return this.workByKeys(this.toClaim.splice(0, limit));
    const most = Math.min(limit, this.free);
    return most > 0 ? this.workByTurn(most) : undefined;
  }

  wake = (): void => this.signal.raise();

  async stop(): Promise<void> {
    this.signal.raise();
    await this.subscription?.cancel();
  }

  /** Number of unacknowledged messages that no running batch is working for. */
  private get free(): number {
    return Math.max(this.unacknowledged.size - this.reserved, 0);
  }

  private workByTurn(most: number): Work {
    const due = this.rows.next(most);
    this.reserved += most;
    return {
      ...due,
      done: (result) => {
        this.reserved -= most;
        due.done(result);
        this.acceptResult(result, { most, isFromFront: due.isFromFront });
      },
      giveBack: () => {
        this.reserved -= most;
        this.pause = idle;
      },
    };
  }

  private workByKeys(keys: readonly OperationKey[]): Work {
    const defer = () => void this.toClaim.push(...keys);
    return {
      claim: (tx) => claimByKeys(tx, keys),
      reached: () => undefined,
      done: (result) => this.acceptResult(result, { most: keys.length, isFromFront: false }),
      giveBack: () => {
        defer();
        this.pause = idle;
      },
    };
  }

  private acceptResult(result: BatchResult, { most, isFromFront }: { most: number; isFromFront: boolean }): void {
    this.unacknowledged.acknowledge(result.ended);
    if (result.ended.length < most) this.mayHaveEnded = true;
    this.pause = this.pauses.after(result, isFromFront);
    // Operations that waited for these may run now.
    if (result.ended.length > 0) this.signal.raise();
  }

  /**
   * Counts redeliveries, and acknowledges messages of operations that ended in another process. Returns false if the
   * database is unavailable.
   */
  private async checkDeliveries(): Promise<boolean> {
    const suspicious = this.uncounted.splice(0);
    const isDoubtful = this.mayHaveEnded;
    this.mayHaveEnded = false;
    try {
      if (suspicious.length > 0) this.claimLater(await countRedeliveries(this.db, suspicious, this.options.log));
      suspicious.length = 0;
      if (isDoubtful) await this.acknowledgeEnded();
      return true;
    } catch (error) {
      warnOfFailure(this.options.log, error, "failed to look up delivered operations, will retry");
      this.uncounted.push(...suspicious);
      this.mayHaveEnded ||= isDoubtful;
      this.pause = idle;
      return false;
    }
  }

  private claimLater(deliveries: readonly NamedDelivery[]): void {
    for (const delivery of deliveries) {
      this.unacknowledged.add(delivery.key, delivery);
      this.toClaim.push(delivery.key);
    }
  }

  private async acknowledgeEnded(): Promise<void> {
    const keys = this.unacknowledged.keys();
    const open = keys.length === 0 ? [] : await findOpen(this.db, keys);
    this.unacknowledged.acknowledgeOthers(keys, open);
    this.toClaim = uniqueKeys([...this.toClaim, ...open.filter(({ redelivered }) => redelivered > 0)]);
  }
}
