import { randomUUID } from "node:crypto";
import amqp, { type Channel } from "amqplib";

const brokerUrl = process.env["TEST_AMQP_URL"] ?? "amqp://guest:guest@127.0.0.1:5672";
const howToStart = "docker run --rm -p 5672:5672 rabbitmq:4";

let reachable: Promise<string | undefined> | undefined;

/** Returns the URL of the test broker, or undefined if none is running and CI is not set. Prints how to start it. */
export function rabbitUrl(): Promise<string | undefined> {
  reachable ??= probe();
  return reachable;
}

/** Returns the number of messages in a queue; 0 if it does not exist. */
export const messagesIn = (queue: string): Promise<number> =>
  withChannel(async (channel) => {
    // A missing queue closes the channel.
    channel.on("error", () => undefined);
    return channel.checkQueue(queue).then(
      ({ messageCount }) => messageCount,
      () => 0,
    );
  });

/** Publishes a raw message to a queue. */
export const sendRaw = (queue: string, text: string): Promise<void> =>
  withChannel(async (channel) => void channel.sendToQueue(queue, Buffer.from(text)));

/** Removes the queues and exchanges of an installation. */
export const removeTopology = (prefix: string): Promise<void> =>
  withChannel(async (channel) => {
    for (const queue of ["async.operations.all", "async.operations.dead"]) await channel.deleteQueue(prefix + queue);
    for (const exchange of ["portico.operations", "portico.operations.dead"]) {
      await channel.deleteExchange(prefix + exchange);
    }
  });

/** Queues of one test, removed at the end: `await using queues = ownQueues(url)`. */
export interface OwnQueues extends AsyncDisposable {
  readonly settings: { readonly AMQP_URL: string; readonly PORTICO_QUEUE_PREFIX: string };
}

export function ownQueues(url: string): OwnQueues {
  const prefix = `test-${randomUUID()}.`;
  return {
    settings: { AMQP_URL: url, PORTICO_QUEUE_PREFIX: prefix },
    [Symbol.asyncDispose]: () => removeTopology(prefix),
  };
}

async function withChannel<Result>(work: (channel: Channel) => Promise<Result>): Promise<Result> {
  const connection = await amqp.connect(brokerUrl);
  try {
    const channel = await connection.createChannel();
    const result = await work(channel);
    await channel.close().catch(() => undefined);
    return result;
  } finally {
    await connection.close();
  }
}

async function probe(): Promise<string | undefined> {
  try {
    const connection = await amqp.connect(brokerUrl, { timeout: 5000 });
    await connection.close();
    return brokerUrl;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `RabbitMQ does not answer at ${brokerUrl} (${reason}). Start it: ${howToStart}`;
    if (process.env["CI"]) throw new Error(message, { cause: error });
    console.warn(`Tests on RabbitMQ are skipped: ${message}`);
    return undefined;
  }
}
