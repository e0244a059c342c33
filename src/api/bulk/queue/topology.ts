import type { Channel } from "amqplib";

/** Whether a queue is on one node, or replicated over a majority of a cluster's nodes. */
export type QueueType = "classic" | "quorum";

interface TopologyOptions {
  readonly prefix: string;
  readonly type: QueueType;
  /** Called if a queue exists with another type. The channel is then closed; the next one uses the queue as it is. */
  readonly onOtherType: (queue: string, found: string | undefined) => void;
}

/**
 * The exchanges and queues of an installation: for operations, and for messages that no consumer could handle. All are
 * durable. The queue of operations has the name of Magento's consumer.
 */
export class Topology {
  readonly names;
  /** Queues that exist with another type. */
  private readonly kept = new Set<string>();

  constructor(private readonly options: TopologyOptions) {
    const { prefix } = options;
    this.names = {
      exchange: `${prefix}portico.operations`,
      queue: `${prefix}async.operations.all`,
      deadExchange: `${prefix}portico.operations.dead`,
      deadQueue: `${prefix}async.operations.dead`,
    };
  }

  async declare(channel: Channel): Promise<void> {
    const { exchange, queue, deadExchange, deadQueue } = this.names;
    await channel.assertExchange(deadExchange, "fanout", { durable: true });
    await this.declareQueue(channel, deadQueue);
    await channel.bindQueue(deadQueue, deadExchange, "");
    await channel.assertExchange(exchange, "topic", { durable: true });
    await this.declareQueue(channel, queue, deadExchange);
    await channel.bindQueue(queue, exchange, "async.#");
  }

  /** A queue cannot change its type, and messages in it must not get lost, so an existing one is used as it is. */
  private async declareQueue(channel: Channel, name: string, deadLetterExchange?: string): Promise<void> {
    if (this.kept.has(name)) {
      await channel.checkQueue(name);
      return;
    }
    const dead = deadLetterExchange === undefined ? {} : { deadLetterExchange };
    try {
      await channel.assertQueue(name, { durable: true, ...dead, arguments: { "x-queue-type": this.options.type } });
    } catch (error) {
      const text = String(error);
      if (!text.includes("x-queue-type")) throw error;
      this.kept.add(name);
      this.options.onOtherType(name, /current is '(\w+)'/.exec(text)?.[1]);
      throw error;
    }
  }
}
