import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Logger } from "pino";
import type { Database } from "../../db/database.js";
import { runBatch } from "./batch.js";
import type { Broker } from "../queue/broker.js";
import { reportConsumer, retireConsumer } from "../queue/consumers.sql.js";
import type { OperationRunner } from "./operation-runner.js";
import { batchSize, MessageSource, RowSource, type Source } from "./sources.js";

/** What a consumer needs of the process. */
export interface ConsumerParts {
  readonly db: Database;
  readonly broker: Broker;
  readonly runner: OperationRunner;
  readonly log: Logger;
  /** Hears of bulks that have no open operation left. */
  readonly onFinished?: (bulks: readonly string[]) => void;
}

export interface ConsumerOptions {
  /** Batches that run at once. */
  readonly concurrency: number;
  /** Ends by itself after so many operations; undefined: never. */
  readonly maxMessages?: number | undefined;
}

/** How often a consumer says that it lives, in milliseconds. */
const heartbeat = 10_000;
/** Pause after the database failed, in milliseconds. */
const afterFailure = 500;

/** Runs queued operations until it is stopped. */
export class Consumer {
  readonly id = randomUUID();
  /** Resolves when the consumer has ended: it was stopped, or has run as many operations as it may. */
  readonly ended: Promise<void>;
  private readonly source: Source;
  private operations = 0;
  /** Operations that batches which are running may still come to, where there is a limit. */
  private reserved = 0;
  private stopping = false;
  private finish: () => void = () => undefined;
  private lanes: Promise<void>[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly parts: ConsumerParts,
    private readonly options: ConsumerOptions,
  ) {
    const { broker, db, log } = parts;
    const lanes = options.concurrency;
    this.source = broker.kind === "embedded" ? new RowSource() : new MessageSource(broker, db, { lanes, log });
    this.ended = new Promise((resolve) => (this.finish = resolve));
  }

  async start(): Promise<void> {
    await this.report();
    this.timer = setInterval(() => void this.report(), heartbeat);
    this.timer.unref();
    await this.source.start();
    this.lanes = Array.from({ length: this.options.concurrency }, () => this.lane());
    void Promise.all(this.lanes).then(() => this.close());
  }

  /** There are new operations. */
  wake = (): void => this.source.wake();

  /** Lets the batches that are running end, and takes no more. */
  async stop(): Promise<void> {
    this.stopping = true;
    this.source.wake();
    await this.ended;
  }

  private async lane(): Promise<void> {
    while (!this.isDone()) {
      // Near the limit the other lanes may have all that is left to run.
      const limit = Math.min(this.left() - this.reserved, batchSize);
      if (limit <= 0) return;
      this.reserved += limit;
      await this.batch(limit).finally(() => (this.reserved -= limit));
    }
  }

  private async batch(limit: number): Promise<void> {
    const work = await this.source.next(limit);
    if (!work) return;
    if (this.isDone()) return work.failed();
    try {
      const result = await runBatch(this.parts.db, this.parts.runner, work.claim);
      this.operations += result.ended;
      work.done(result);
      if (result.finished.length > 0) this.parts.onFinished?.(result.finished);
    } catch (error) {
      this.parts.log.warn({ err: error }, "a batch of operations could not be run; it will be tried again");
      work.failed();
      await new Promise((resolve) => setTimeout(resolve, afterFailure));
    }
  }

  private isDone(): boolean {
    return this.stopping || this.left() <= 0;
  }

  /** How many operations it may still run. */
  private left(): number {
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
      this.parts.log.warn({ err: error }, "the consumer could not report itself");
    }
  }
}
