import { randomBytes } from "node:crypto";
import amqp from "amqplib";

const brokerUrl = process.env["TEST_AMQP_URL"] ?? "amqp://guest:guest@127.0.0.1:5672";
const howToStart = "docker run --rm -p 5672:5672 rabbitmq:4";

let reachable: Promise<string | undefined> | undefined;

/** The broker for tests, or undefined where there is none; with CI set there must be one. Says how to start it. */
export function rabbitMqUrl(): Promise<string | undefined> {
  reachable ??= probe();
  return reachable;
}

/** Queues of their own on the broker, removed at the end: `await using queues = ownQueues(url)`. */
export interface OwnQueues extends AsyncDisposable {
  readonly settings: { readonly AMQP_URL: string; readonly PORTICO_QUEUE_PREFIX: string };
}

export function ownQueues(url: string): OwnQueues {
  const prefix = `test-${randomBytes(6).toString("hex")}.`;
  return {
    settings: { AMQP_URL: url, PORTICO_QUEUE_PREFIX: prefix },
    [Symbol.asyncDispose]: async () => {
      const connection = await amqp.connect(url);
      const channel = await connection.createChannel();
      for (const queue of ["async.operations.all", "async.operations.dead"]) await channel.deleteQueue(prefix + queue);
      for (const exchange of ["portico.operations", "portico.operations.dead"]) {
        await channel.deleteExchange(prefix + exchange);
      }
      await connection.close();
    },
  };
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
