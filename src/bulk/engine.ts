import type { Logger } from "pino";
import type { Config } from "../config.js";
import type { Kernel } from "../webapi/kernel.js";
import type { Route } from "../webapi/operations.js";
import { type AcceptDeferred, type Compiled } from "../webapi/rest-door.js";
import { acceptDeferred } from "./accept.js";
import type { Broker } from "./broker.js";
import { Consumer, type ConsumerOptions } from "./consumer.js";
import { embeddedBroker } from "./embedded-broker.js";
import { OperationRunner } from "./operation-runner.js";
import { openRabbitMq } from "./rabbitmq.js";
import { Relay } from "./relay.js";

/** Connects to RabbitMQ in the background, or makes do with the database where no `AMQP_URL` is set. */
export const openBroker = (config: Config, log: Logger): Broker =>
  config.AMQP_URL ? openRabbitMq(config.AMQP_URL, config.PORTICO_QUEUE_PREFIX, log) : embeddedBroker();

/** Everything about asynchronous operations that a process holds. */
export class BulkEngine {
  private readonly relay: Relay;
  private consumer: Consumer | undefined;

  constructor(
    private readonly kernel: Kernel,
    readonly broker: Broker,
    private readonly compiled: ReadonlyMap<Route, Compiled>,
  ) {
    this.relay = new Relay(kernel.db, broker, kernel.log);
    this.relay.start();
  }

  /** Accepts a call of the asynchronous or bulk door. */
  readonly accept: AcceptDeferred = (call) =>
    acceptDeferred(call, { compiled: this.compiled, announce: () => this.announce() });

  /** There are operations to announce and to run. */
  announce(): void {
    this.relay.announce();
    this.consumer?.wake();
  }

  /** Starts to run operations in this process. */
  async consume(options: ConsumerOptions): Promise<Consumer> {
    const { kernel, broker, compiled } = this;
    const runner = new OperationRunner({ kernel, compiled });
    this.consumer = new Consumer({ db: kernel.db, broker, runner, log: kernel.log }, options);
    await this.consumer.start();
    return this.consumer;
  }

  /** Ends what is running, then lets go of the broker. */
  async stop(): Promise<void> {
    await this.consumer?.stop();
    await this.relay.stop();
    await this.broker.close();
  }
}
