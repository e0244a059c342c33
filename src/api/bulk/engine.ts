import type { Logger } from "pino";
import type { Config } from "../../config.js";
import type { Context } from "../call/context.js";
import type { AsyncQueue, AsyncCall } from "../call/stored/async-queue.js";
import { inputError } from "../call/errors.js";
import { authorize, authorizeBulk, isAdmitted } from "../call/invoke.js";
import type { Kernel } from "../call/kernel.js";
import type { Route } from "../contract/routes/operations.js";
import { acceptCall, readCall } from "./accept/accept.js";
import type { RelatedKeys } from "./accept/related-keys.js";
import { answerOnce } from "./accept/idempotency.js";
import type { Broker } from "./queue/broker.js";
import { finishBulks } from "./queue/turns.sql.js";
import { logFinished } from "./run/log-finished.js";
import { warnOfFailure } from "../../platform/process/outage-log.js";
import { CallbackSender } from "./callbacks/callback-sender.js";
import { Observable } from "../../platform/process/observable.js";
import { Consumer, type ConsumerOptions, type CompletedBatch } from "./run/consumer.js";
import { ConsumerCheck } from "./queue/consumer-check.js";
import { embeddedBroker } from "./queue/embedded-broker.js";
import { OperationRunner } from "./run/operation-runner.js";
import { BulkWatch } from "./status/progress/progress-watch.js";
import { openRabbitMq } from "./queue/rabbitmq.js";
import { Relay } from "./queue/relay.js";
import { retryOperations } from "./manage/retry.js";
import { Maintenance, type MaintenanceOptions } from "./queue/maintenance.js";

/** Connects to RabbitMQ in the background, or uses the database alone if no `AMQP_URL` is set. */
export const openBroker = (config: Config, log: Logger): Broker =>
  config.AMQP_URL
    ? openRabbitMq(config.AMQP_URL, { prefix: config.PORTICO_QUEUE_PREFIX, type: config.PORTICO_QUEUE_TYPE, log })
    : embeddedBroker();

/** The operations that can be queued, and the look-ups of their related ordering keys. */
export interface DeclaredOperations {
  readonly routes: readonly Route[];
  readonly relatedKeys: RelatedKeys;
}

/** All parts of a process that handle asynchronous operations. */
export class BulkEngine implements AsyncQueue {
  /** Reports the progress of a bulk to its followers. */
  readonly watch: BulkWatch;
  /** Knows whether any consumer runs operations. */
  readonly consumerCheck: ConsumerCheck;
  /** Publishes the batches that this process has run, for metrics. */
  readonly batches = new Observable<CompletedBatch>();
  private readonly relay: Relay;
  private readonly callbacks: CallbackSender;
  /** Log lines of finished bulks that are being written. */
  private readonly logging = new Set<Promise<void>>();
  private readonly byLine: ReadonlyMap<string, Route>;
  private consumer: Consumer | undefined;
  private maintenance: Maintenance | undefined;

  constructor(
    private readonly kernel: Kernel,
    readonly broker: Broker,
    private readonly declared: DeclaredOperations,
  ) {
    const { db, config, log } = kernel;
    this.byLine = new Map(declared.routes.map((route) => [route.line, route]));
    this.watch = new BulkWatch(db, log);
    this.consumerCheck = new ConsumerCheck(db.health, log);
    this.callbacks = new CallbackSender(db, config, log);
    this.relay = new Relay(db, broker, log);
    this.relay.start();
    this.callbacks.start();
  }

  read(call: AsyncCall) {
    return readCall(call, this.kernel.config);
  }

  accept(call: AsyncCall) {
    const { config, limits } = this.kernel;
    return acceptCall(call, { config, limits, relatedKeys: this.declared.relatedKeys, announce: this.announce });
  }

  answerOnce: AsyncQueue["answerOnce"] = (call, run) => answerOnce(call, run);

  async routeFor(name: string, ctx: Context): Promise<Route> {
    const { config } = this.kernel;
    const routes = this.declared.routes.filter(({ operation, queueable }) => operation.name === name && queueable);
    const [route] = [...routes.filter((candidate) => isAdmitted(candidate, ctx.actor, config)), ...routes];
    if (!route) throw inputError("The mutation %name does not exist.", { name });
    await authorize(config, { route, ctx });
    authorizeBulk(config, ctx);
    return route;
  }

  describe(line: string): string | undefined {
    return this.byLine.get(line)?.operation.field.description?.split(/[.;](?: |$)/)[0];
  }

  async retry(bulk: string, statuses: readonly number[], ctx: Context): Promise<number> {
    const { relatedKeys } = this.declared;
    const count = await retryOperations(
      ctx,
      { bulk, statuses },
      { routes: this.byLine, relatedKeys, loadActors: this.kernel.loadActors },
    );
    if (count > 0) ctx.db.afterCommit(this.announce);
    return count;
  }

  finish(bulks: readonly string[]): void {
    const { db, log } = this.kernel;
    finishBulks(db, bulks).then(
      (finished) => this.onFinished(finished.map(({ uuid }) => uuid)),
      (error: unknown) => warnOfFailure(log, error, "failed to mark bulks as finished, will retry"),
    );
  }

  sendCallbacks(): void {
    this.callbacks.wake();
  }

  /** Starts to run operations in this process. */
  async consume(options: ConsumerOptions): Promise<Consumer> {
    const { kernel, broker } = this;
    const { routes } = this.declared;
    const runner = new OperationRunner({ kernel, routes });
    const onBatch = (batch: CompletedBatch) => this.batches.notify(batch);
    const isPaused = () => kernel.storage?.isLow === true || kernel.schema.difference !== undefined;
    const parts = { db: kernel.db, broker, runner, log: kernel.log, isPaused, onFinished: this.onFinished, onBatch };
    this.consumer = new Consumer(parts, options);
    await this.consumer.start();
    return this.consumer;
  }

  /** Starts the recurring maintenance in this process. Other processes do it too. */
  startMaintenance(options?: MaintenanceOptions): void {
    const { db, config, log } = this.kernel;
    const { consumerCheck, onFinished } = this;
    this.maintenance ??= new Maintenance(
      { db, log, consumerCheck, onFinished, days: config.PORTICO_OPERATION_DAYS },
      options,
    );
    this.maintenance.start();
    this.kernel.schema.start();
  }

  /** Waits for running work to end, then closes the broker connection. */
  async stop(): Promise<void> {
    this.watch.close();
    await this.consumer?.stop();
    await Promise.all([...this.logging, this.relay.stop(), this.callbacks.stop(), this.maintenance?.stop()]);
    await this.kernel.schema.stop();
    await this.broker.close();
  }

  /** Wakes the relay and the consumer, because there are operations to announce and to run. */
  private readonly announce = (): void => {
    this.relay.announce();
    this.consumer?.wake();
    // A bulk without operations is finished when it is accepted.
    this.callbacks.wake();
  };

  private readonly onFinished = (bulks: readonly string[]): void => {
    if (bulks.length === 0) return;
    this.watch.runNow();
    this.callbacks.wake();
    const logging = logFinished(this.kernel, bulks).finally(() => this.logging.delete(logging));
    this.logging.add(logging);
  };
}
