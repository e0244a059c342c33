import type { Logger } from "pino";
import { lockAsOnlyConsumer } from "./api/bulk/queue/single-consumer.js";
import type { Config } from "./config.js";
import { openDatabase } from "./platform/db/open.js";
import { announceProcess, migrationOptions, prepareDatabase } from "./platform/db/migrations/prepare.js";
import { type MetricsServer, startMetricsServer } from "./api/metrics/metrics-endpoint.js";
import { databaseListeners } from "./platform/process/outage-log.js";
import { createServices, type Services } from "./services.js";
import { prepareExtensions } from "./extras/extensions/loading/prepare-extensions.js";
import { startTracing } from "./platform/tracing/start-tracing.js";

export interface ProcessOptions {
  /** Batches that run at once. */
  readonly concurrency: number;
  /** Number of operations after which the consumer ends by itself; undefined: never. */
  readonly maxMessages?: number | undefined;
  /** Whether to refuse to run while another consumer with this option runs. */
  readonly singleThread?: boolean;
}

/** A consumer in its own process. */
export interface RunningConsumer {
  /**
   * Resolves when the consumer has ended by itself after its maximum number of operations. Rejects if it loses the
   * right to run.
   */
  readonly ended: Promise<void>;
  /** Stops the consumer after its running operations have ended. */
  stop(): Promise<void>;
}

/** Thrown if a consumer cannot run; the message says what to do about it. */
class ConsumerError extends Error {
  override readonly name = "ConsumerError";
}

/** Opens the database, migrates it and starts to run queued operations. Throws `ConsumerError`. */
export async function startConsumer(config: Config, log: Logger, options: ProcessOptions): Promise<RunningConsumer> {
  const consumerLock = await lockIfSingleThread(config, options);
  const stopTracing = await startTracing(log);
  const db = await openDatabase(config, databaseListeners(log));
  const close = async () => {
    await db.close();
    await stopTracing();
    await consumerLock?.release();
  };
  let services: Services | undefined;
  let metrics: MetricsServer | undefined;
  try {
    await prepareDatabase(db, migrationOptions(config, log));
    await prepareExtensions(db, config, log);
    await announceProcess(db, config, log);
    const { bulk, media, stop } = (services = createServices(config, db, log));
    metrics = await startMetricsServer(services);
    bulk.startMaintenance();
    media.startCleanup();
    const consumer = await bulk.consume(options);
    const stopAll = async () => {
      stop();
      await bulk.stop();
      await media.stop();
      metrics?.close();
      await close();
    };
    return { ended: Promise.race([consumer.ended, ...(consumerLock ? [consumerLock.lost] : [])]), stop: stopAll };
  } catch (error) {
    metrics?.close();
    services?.stop();
    await services?.bulk.stop();
    await services?.media.stop();
    await close();
    throw error;
  }
}

/** Acquires the single-consumer lock if the options require it. Throws `ConsumerError`. */
async function lockIfSingleThread({ DATABASE_URL, DATABASE_DIRECT_URL }: Config, { singleThread }: ProcessOptions) {
  if (DATABASE_URL === undefined) {
    throw new ConsumerError(
      "Only one process can open the embedded database: the server, which also runs queued operations\n" +
        "(PORTICO_CONSUMER=on). To run consumers separately, connect all processes to PostgreSQL with DATABASE_URL.",
    );
  }
  if (!singleThread) return undefined;
  const lock = await lockAsOnlyConsumer(DATABASE_DIRECT_URL ?? DATABASE_URL);
  if (!lock) throw new ConsumerError("Another consumer is already running with --single-thread.");
  return lock;
}
