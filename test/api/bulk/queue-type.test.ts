import { randomUUID } from "node:crypto";
import amqp from "amqplib";
import pino from "pino";
import { describe, expect, it } from "vitest";
import { openRabbitMq } from "../../../src/api/bulk/queue/rabbitmq.js";
import type { QueueType } from "../../../src/api/bulk/queue/topology.js";
import { eventually } from "../../support/bulk.js";
import { ownQueues, rabbitUrl } from "../../support/rabbitmq.js";

// The engine makes no difference.
const url = process.env["PORTICO_TEST_ENGINE"] === "postgresql" ? await rabbitUrl() : undefined;

describe.skipIf(url === undefined)("the queues on RabbitMQ", () => {
  it("are classic on one host, and replicated over several", async () => {
    expect(await typeAfter(url ?? "")).toBe("classic");
    const [, before = "", host = ""] = /^(.*@)([^/]*)/.exec(url ?? "") ?? [];
    // Nothing listens on the first host.
    expect(await typeAfter(`${before}127.0.0.1:1,${host}`)).toBe("quorum");
  });

  it("have the type of the settings", async () => {
    expect(await typeAfter(url ?? "", "quorum")).toBe("quorum");
  });

  it("are used as they are if they exist with another type, and the log says so", async () => {
    await using queues = ownQueues(url ?? "");
    const prefix = queues.settings.PORTICO_QUEUE_PREFIX;
    await typeOf(prefix, async () => {
      const classic = await exchanged(url ?? "", prefix, "classic");
      expect(classic.received).toEqual([classic.sent]);
      const quorum = await exchanged(url ?? "", prefix, "quorum");
      expect(quorum.received).toEqual([quorum.sent]);
      const line = { msg: "a queue on the broker has another type, and is used as it is", type: "classic" };
      expect(quorum.logs).toContainEqual(expect.objectContaining({ ...line, queue: `${prefix}async.operations.all` }));
      expect(quorum.logs).toContainEqual(expect.objectContaining({ ...line, queue: `${prefix}async.operations.dead` }));
    });
  });
});

/** Opens and uses the broker, and returns the type that its queue then has. */
async function typeAfter(address: string, type?: QueueType): Promise<QueueType> {
  await using queues = ownQueues(url ?? "");
  const prefix = queues.settings.PORTICO_QUEUE_PREFIX;
  return typeOf(prefix, async () => {
    const { sent, received } = await exchanged(address, prefix, type);
    expect(received).toEqual([sent]);
  });
}

/** Sends a message through the broker. Returns which were received, and the log. */
async function exchanged(address: string, prefix: string, type?: QueueType) {
  const logs: unknown[] = [];
  const log = pino({ level: "warn" }, { write: (line: string) => void logs.push(JSON.parse(line)) });
  const broker = openRabbitMq(address, { prefix, type, log });
  const received: string[] = [];
  const sent = randomUUID();
  try {
    await broker.subscribe(10, (delivery) => {
      received.push(delivery.key?.bulk ?? "");
      delivery.ack();
    });
    await eventually(() => Promise.resolve(broker.isConnected())).toBe(true);
    const announcement = { topic: "async.test", route: "POST /V1/test", requestId: "test", traceparent: null };
    await broker.publish([{ bulk: sent, id: 0, seq: 1, ...announcement }]);
    await eventually(() => Promise.resolve(received)).toEqual([sent]);
  } finally {
    await broker.close();
  }
  return { sent, received, logs };
}

/** Does the work, and returns the type of the queue afterwards. */
async function typeOf(prefix: string, work: () => Promise<void>): Promise<QueueType> {
  await work();
  const connection = await amqp.connect(url ?? "");
  try {
    const channel = await connection.createChannel();
    channel.on("error", () => undefined);
    const options = {
      deadLetterExchange: `${prefix}portico.operations.dead`,
      arguments: { "x-queue-type": "quorum" },
    };
    const matches = await channel.assertQueue(`${prefix}async.operations.all`, { durable: true, ...options }).then(
      () => true,
      () => false,
    );
    return matches ? "quorum" : "classic";
  } finally {
    await connection.close();
  }
}
