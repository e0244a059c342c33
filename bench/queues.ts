import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import amqp from "amqplib";
import type { Bench, Outcome } from "./measure.js";

const here = dirname(fileURLToPath(import.meta.url));
const broker = process.env["AMQP_URL"] ?? "amqp://guest:guest@127.0.0.1:5672";

/** Both queue implementations with RabbitMQ, without a consumer. */
export interface Queues {
  readonly ours: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
  readonly baseline: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
  readonly startConsumer: () => ChildProcess;
  /** Returns the number of open operations, and how many of them are not announced yet. */
  readonly waiting: () => Promise<{ readonly open: number; readonly unannounced: number }>;
}

/** Starts both with their own queues, which are removed at the end. */
export async function withQueues(bench: Bench, work: (queues: Queues) => Promise<Outcome>): Promise<Outcome> {
  const prefix = `bench-${randomUUID()}.`;
  const settings = { AMQP_URL: broker, PORTICO_QUEUE_PREFIX: prefix, PORTICO_CONSUMER: "off" };
  await bench.database.query("drop table if exists bench_operation");
  try {
    await using ours = await bench.startOurs(settings);
    await using baseline = await bench.startBaseline("operations", settings);
    return await work({
      ours: { url: ours.url, headers: bench.ours.headers },
      baseline: { url: baseline.url, headers: {} },
      startConsumer: () =>
        spawn(process.execPath, [join(here, "../bin/portico"), "queue:consumers:start", "async.operations.all"], {
          env: { PATH: process.env["PATH"], ...bench.settings, ...settings, LOG_LEVEL: "warn" },
          stdio: ["ignore", "ignore", "inherit"],
        }),
      waiting: async () => {
        const { rows } = await bench.database.query<{ open: number; unannounced: number }>(
          "select count(*)::int as open, (count(*) filter (where published_at is null))::int as unannounced from bulk_queue",
        );
        return rows[0] ?? { open: 0, unannounced: 0 };
      },
    });
  } finally {
    await removeQueues(prefix);
  }
}

async function removeQueues(prefix: string): Promise<void> {
  const connection = await amqp.connect(broker);
  const channel = await connection.createChannel();
  for (const queue of ["async.operations.all", "async.operations.dead"]) await channel.deleteQueue(prefix + queue);
  for (const exchange of ["portico.operations", "portico.operations.dead"])
    await channel.deleteExchange(prefix + exchange);
  await connection.close();
}
