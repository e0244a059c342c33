import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Logger } from "pino";
import type { Database } from "../../../platform/db/database.js";
import { type BatchResult, type BatchRunner, runBatch } from "./batch.js";
import type { Broker } from "../queue/broker.js";
import { reportConsumer, retireConsumer } from "../queue/consumers.sql.js";
import { recordReachedTurn } from "../queue/turns.sql.js";
import { warnOfFailure } from "../../../platform/process/outage-log.js";
import { batchSize, MessageSource, RowSource, type Source } from "./sources.js";

/** The parts of the process that a consumer uses. */
export interface ConsumerDependencies {
  readonly db: Database;
  readonly broker: Broker;
  readonly runner: BatchRunner;
  readonly log: Logger;
  /** Whether no work may begin now, because the disk is nearly full. */
  readonly isPaused?: () => boolean;
  /** Called with bulks that have no open operation left. */
  readonly onFinished?: (bulks: readonly string[]) => void;
  /** Called with batches that have run. */
  readonly onBatch?: (batch: CompletedBatch) => void;
}

/** A batch that has run. */
export interface CompletedBatch extends Pick<BatchResult, "outcomes"> {
  readonly seconds: number;
}

export interface ConsumerOptions {
  /** Batches that run at once. */
  readonly concurrency: number;
  /** Number of operations after which the consumer ends by itself; undefined: never. */
  readonly maxMessages?: number | undefined;
}

/** Interval at which a consumer reports that it is alive, in milliseconds. */
const heartbeat = 10_000;
/** Pause after the database failed, in milliseconds. */
const afterFailure = 500;

/** Runs queued operations until it is stopped. */
export class Consumer {
  readonly id = randomUUID();
  /** Resolves when the consumer has ended: it was stopped, or has run its maximum number of operations. */
  readonly ended: Promise<void>;
  private readonly source: Source;
  private operations = 0;
  /** The last turn that was recorded. */
  private reached = 0;
  /** Operations reserved for running batches, which count toward the limit. */
  private reserved = 0;
  private stopping = false;
  private finish: () => void = () => undefined;
  private workers: Promise<void>[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly parts: ConsumerDependencies,
    private readonly options: ConsumerOptions,
  ) {
    const { broker, db, log } = parts;
    const { concurrency } = options;
    this.source = broker.kind === "embedded" ? new RowSource() : new MessageSource(broker, db, { concurrency, log });
    this.ended = new Promise((resolve) => (this.finish = resolve));
  }

  async start(): Promise<void> {
    await this.report();
    this.timer = setInterval(() => void this.report(), heartbeat);
    this.timer.unref();
    await this.source.start();
    this.workers = Array.from({ length: this.options.concurrency }, () => this.runWorker());
    void Promise.all(this.workers).then(() => this.close());
  }

  /** Wakes the consumer, because there are new operations. */
  wake = (): void => this.source.wake();

  /** Takes no more work, and resolves when the running batches have ended. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.source.wake();
    await this.ended;
  }

  private async runWorker(): Promise<void> {
    while (!this.isDone()) {
      // Near the limit, other workers may have reserved all remaining operations.
      const limit = Math.min(this.remaining() - this.reserved, batchSize);
      if (limit <= 0) return;
      this.reserved += limit;
      await this.batch(limit).finally(() => (this.reserved -= limit));
    }
  }

  private async batch(limit: number): Promise<void> {
    const work = await this.source.next(limit);
    if (!work) return;
    if (this.isDone()) return work.giveBack();
    if (this.parts.isPaused?.()) {
      work.giveBack();
      return void (await new Promise((resolve) => setTimeout(resolve, afterFailure)));
    }
    const started = performance.now();
    try {
      const result = await runBatch(this.parts.db, this.parts.runner, work);
      this.parts.onBatch?.({ outcomes: result.outcomes, seconds: (performance.now() - started) / 1000 });
      this.operations += result.ended.length;
      work.done(result);
      await this.recordTurn(work.reached());
      if (result.finished.length > 0) this.parts.onFinished?.(result.finished);
    } catch (error) {
      warnOfFailure(this.parts.log, error, "failed to run a batch of operations, will retry");
      work.giveBack();
      await new Promise((resolve) => setTimeout(resolve, afterFailure));
    }
  }

  /** Records the turn at which callers who now queue operations begin. */
  private async recordTurn(turn: number | undefined): Promise<void> {
    if (turn === undefined || turn <= this.reached) return;
    try {
      await recordReachedTurn(this.parts.db, turn);
      this.reached = turn;
    } catch (error) {
      warnOfFailure(this.parts.log, error, "failed to record whose turn it is in the queue");
    }
  }

  private isDone(): boolean {
    return this.stopping || this.remaining() <= 0;
  }

  /** Returns how many operations the consumer may still run. */
  private remaining(): number {
    return (this.options.maxMessages ?? Infinity) - this.operations;
  }

  private async close(): Promise<void> {
    clearInterval(this.timer);
    await this.source.stop().catch(() => undefined);
    await retireConsumer(this.parts.db, this.id).catch(() => undefined);
    this.finish();
  }

  private async report(): Promise<void> {
    const { id, operations } = this;
    try {
      await reportConsumer(this.parts.db, { id, host: hostname(), pid: process.pid, ended: operations });
    } catch (error) {
      warnOfFailure(this.parts.log, error, "failed to report the consumer");
    }
  }
}
