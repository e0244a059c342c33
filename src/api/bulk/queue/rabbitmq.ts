import amqp, { type AmqpConnectionManager, type ChannelWrapper } from "amqp-connection-manager";
import type { ConfirmChannel, ConsumeMessage } from "amqplib";
import type { Logger } from "pino";
import { hasSeveralHosts, urlsOfHosts } from "../../../platform/outbound/urls-of-hosts.js";
import type { Broker, Delivery } from "./broker.js";
import type { Announcement, OperationKey } from "./operations.sql.js";
import { type QueueType, Topology } from "./topology.js";

/** Time in which the broker must confirm messages, in milliseconds. */
const confirmTimeout = 30_000;

/** Time between two log lines about an unreachable broker, in milliseconds. */
const reminderInterval = 60_000;

/** How the broker is used, and where its failures are logged. */
export interface RabbitMqOptions {
  /** Prefix of the names on the broker. */
  readonly prefix?: string;
  /** By default quorum if the URL names several hosts, otherwise classic. */
  readonly type?: QueueType | undefined;
  readonly log: Logger;
}

/**
 * Connects to RabbitMQ in the background, and reconnects whenever the connection is lost, to the next host if the URL names
 * several. The topology, which is durable, is declared each time the channel opens.
 */
export function openRabbitMq(url: string, { prefix = "", type, log }: RabbitMqOptions): Broker {
  const connection = connect(url, log);
  const topology = new Topology({
    prefix,
    type: type ?? (hasSeveralHosts(url) ? "quorum" : "classic"),
    onOtherType: (other, found) => {
      log.warn({ queue: other, type: found }, "a queue on the broker has another type, and is used as it is");
      connection.reconnect();
    },
  });
  const { exchange, queue } = topology.names;
  let open: OpenChannel | undefined;
  const publisher = connection.createChannel({
    name: "publisher",
    setup: async (channel: ConfirmChannel) => {
      const opened = watch(channel, () => (open = undefined));
      await topology.declare(channel);
      open = opened;
    },
  });
  publisher.on("error", (err) => log.warn({ err }, "broker channel failed"));
  const current = () => {
    if (!open) throw new Error("The broker is not connected.");
    return open;
  };
  return {
    kind: "rabbitmq",
    isConnected: () => open !== undefined,
    onConnect: (listener) => void publisher.on("connect", listener),
    publish: (announcements) => publishAll(current(), exchange, announcements),
    waiting: async () => (await current().channel.checkQueue(queue)).messageCount,
    subscribe: (prefetch, deliver) => Promise.resolve(subscribe({ connection, topology, log }, prefetch, deliver)),
    close: () => connection.close(),
  };
}

interface Connected {
  readonly connection: AmqpConnectionManager;
  readonly topology: Topology;
  readonly log: Logger;
}

/** Delivers messages. If the broker is down, the channel connects later and the consumer waits. */
function subscribe({ connection, topology, log }: Connected, prefetch: number, deliver: (delivery: Delivery) => void) {
  const consumer: ChannelWrapper = connection.createChannel({
    name: "consumer",
    setup: async (channel: ConfirmChannel) => {
      const state = watch(channel);
      await topology.declare(channel);
      await channel.prefetch(prefetch);
      await channel.consume(topology.names.queue, (message) => void (message && deliver(deliveryOf(state, message))));
    },
  });
  consumer.on("error", (err) => log.warn({ err }, "broker channel failed"));
  return { cancel: () => consumer.close() };
}

/** Connects in the background, and logs from time to time while the broker cannot be reached. */
function connect(url: string, log: Logger) {
  const connection = amqp.connect(urlsOfHosts(url), { reconnectTimeInSeconds: 1, heartbeatIntervalInSeconds: 10 });
  let nextReminder = 0;
  connection.on("connectFailed", ({ err }) => {
    if (performance.now() < nextReminder) return;
    nextReminder = performance.now() + reminderInterval;
    log.warn({ err }, "failed to reach the broker, will retry");
  });
  connection.on("connect", () => (nextReminder = 0));
  connection.on("disconnect", ({ err }) => log.warn({ err }, "broker connection lost"));
  return connection;
}

/** A channel, with a promise that rejects when it closes. */
interface OpenChannel {
  readonly channel: ConfirmChannel;
  readonly gone: Promise<never>;
  readonly isOpen: () => boolean;
}

function watch(channel: ConfirmChannel, onClose?: () => void): OpenChannel {
  let isOpen = true;
  const gone = new Promise<never>((_, reject) => {
    channel.once("close", () => {
      isOpen = false;
      onClose?.();
      reject(new Error("The broker channel was closed."));
    });
  });
  gone.catch(() => undefined);
  return { channel, gone, isOpen: () => isOpen };
}

async function publishAll({ channel, gone }: OpenChannel, exchange: string, announcements: readonly Announcement[]) {
  for (const { bulk, id, topic, route, requestId, traceparent } of announcements) {
    channel.publish(exchange, topic, Buffer.from(JSON.stringify({ bulk_uuid: bulk, operation_id: id, route })), {
      persistent: true,
      contentType: "application/json",
      messageId: `${bulk}/${id}`,
      correlationId: requestId,
      ...(traceparent ? { headers: { traceparent } } : {}),
    });
  }
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("The broker did not confirm in time.")), confirmTimeout);
  });
  await Promise.race([channel.waitForConfirms(), late, gone]).finally(() => clearTimeout(timer));
}

/** Makes a delivery of a message. If its channel was closed meanwhile, the broker delivers the message again. */
function deliveryOf({ channel, isOpen }: OpenChannel, message: ConsumeMessage): Delivery {
  return {
    key: keyOf(message.content),
    redelivered: message.fields.redelivered,
    ack: () => void (isOpen() && channel.ack(message)),
    discard: () => void (isOpen() && channel.nack(message, false, false)),
  };
}

function keyOf(content: Buffer): OperationKey | undefined {
  try {
    const { bulk_uuid: bulk, operation_id: id } = JSON.parse(content.toString()) as Record<string, unknown>;
    const isKey = typeof bulk === "string" && /^[0-9a-f-]{36}$/.test(bulk) && Number.isInteger(id);
    return isKey ? { bulk, id: Number(id) } : undefined;
  } catch {
    return undefined;
  }
}
